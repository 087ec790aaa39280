/**
 * What a suite, which runs in the extension host, asks of the runner over loopback: acts on the page that shows the editor, results.
 * Beside it an API server without any object is played, which keeps what it was asked.
 */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";

export type Actions = Readonly<Record<string, (...args: string[]) => Promise<unknown>>>;

export interface Bridge {
  readonly url: string;
  /** Of the API server, over TLS: without it no credentials would be fetched. */
  readonly clusterUrl: string;
  /** Paths that the API server was asked for. */
  readonly clusterRequests: readonly string[];
  close(): void;
}

export async function startBridge(actions: Actions): Promise<Bridge> {
  const clusterRequests: string[] = [];
  const answer = async (request: IncomingMessage): Promise<{ status: number; body: unknown }> => {
    try {
      const [name, ...args] = JSON.parse(await text(request)) as [string, ...string[]];
      const action = actions[name];
      if (action === undefined) throw new Error(`no action ${name}`);
      return { status: 200, body: (await action(...args)) ?? null };
    } catch (error) {
      return { status: 500, body: error instanceof Error ? error.message : String(error) };
    }
  };
  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const certificates = path.join(import.meta.dirname, "../server/cluster/data");
  const [cert, key] = ["server.crt.pem", "server.key.pem"].map((name) => readFileSync(path.join(certificates, name)));
  const cluster = createTlsServer({ cert, key }, (request, response) => {
    clusterRequests.push(request.url ?? "");
    const body = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 };
    response.writeHead(404, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  return {
    url: `http://127.0.0.1:${await listening(server)}`,
    clusterUrl: `https://127.0.0.1:${await listening(cluster)}`,
    clusterRequests,
    close: () => {
      for (const one of [server, cluster]) {
        one.close();
        one.closeAllConnections();
      }
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
