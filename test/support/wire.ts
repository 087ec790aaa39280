/** Our language server and a client of it in one process, joined by streams: all of the protocol, none of the processes. */
import { PassThrough } from "node:stream";
import { createConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { createCluster } from "../../server/cluster/cluster.ts";
import { serve } from "../../server/lsp/serve.ts";
import { type LspClient, type LspClientOptions, startLspClient } from "./lspClient.ts";

export interface WireOptions extends LspClientOptions {
  readonly now?: number;
  readonly quietMs?: number;
  readonly objectsPerFile?: number;
}

export async function startWire({ now, quietMs = 20, objectsPerFile = 50, ...options }: WireOptions = {}): Promise<LspClient> {
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  const connection = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
  // The library would end the process on "exit".
  const exit = process.exit;
  process.exit = (() => undefined) as typeof process.exit;
  serve(connection, { loadCluster: async () => createCluster(), now: () => now ?? Date.now(), timing: { quietMs, objectsPerFile } });
  connection.listen();
  const client = await startLspClient(new StreamMessageReader(toClient), new StreamMessageWriter(toServer), options);
  return {
    ...client,
    async stop() {
      await client.stop();
      await new Promise((resolve) => setImmediate(resolve));
      process.exit = exit;
    },
  };
}
