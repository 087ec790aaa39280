/** Our language server and a client of it in one process, joined by streams: all of the protocol, none of the processes. */
import { PassThrough } from "node:stream";
import { createConnection, createProtocolConnection } from "vscode-languageserver";
import { StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { createCluster } from "../../server/cluster/cluster.ts";
import { defaultLimits, type Limits } from "../../server/cluster/limits.ts";
import type { Cluster } from "../../server/cluster/ports.ts";
import { serve } from "../../server/lsp/serve.ts";
import { type LspClient, type LspClientOptions, startLspClient } from "./lspClient.ts";

export interface WireOptions extends LspClientOptions {
  readonly now?: number;
  readonly quietMs?: number;
  readonly objectsPerFile?: number;
  readonly limits?: Partial<Limits>;
}

export function startWire({ now, quietMs = 20, objectsPerFile = 50, limits, ...options }: WireOptions = {}): Promise<LspClient> {
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  const watchDog = { shutdownReceived: false, initialize: () => undefined, exit: () => undefined };
  const connection = createConnection(
    (logger) => createProtocolConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient), logger),
    watchDog,
  );
  const loadCluster = async (): Promise<Cluster> => createCluster(undefined, limits && { limits: { ...defaultLimits, ...limits } });
  serve(connection, { loadCluster, now: () => now ?? Date.now(), timing: { quietMs, objectsPerFile } });
  connection.listen();
  return startLspClient(new StreamMessageReader(toClient), new StreamMessageWriter(toServer), options);
}
