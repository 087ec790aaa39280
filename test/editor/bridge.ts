/**
 * What a suite, which runs in the extension host, asks of the runner over loopback: acts on the page that shows the editor, results.
 * Below `/cluster/` it plays an API server without any object, and counts who asks.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Actions = Readonly<Record<string, (...args: string[]) => Promise<unknown>>>;

export interface Bridge {
  readonly url: string;
  /** Paths that were asked for below /cluster/. */
  readonly clusterRequests: readonly string[];
  close(): void;
}

export async function startBridge(actions: Actions): Promise<Bridge> {
  const clusterRequests: string[] = [];
  const answer = async (request: IncomingMessage): Promise<{ status: number; body: unknown }> => {
    if (request.url?.startsWith("/cluster/")) {
      clusterRequests.push(request.url);
      return { status: 404, body: { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 } };
    }
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    clusterRequests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
