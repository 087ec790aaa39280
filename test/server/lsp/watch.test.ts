/** A watched object on the wire: what the server streams reaches the editor, and only what matters there. */
import type { ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { type ApiServer, startApiServer } from "../../support/apiServer.ts";
import type { LspClient } from "../../support/lspClient.ts";
import { startWire } from "../../support/wire.ts";
import { liveObject, manifest, objectPath, uri } from "./shop.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

const deployments = "/apis/apps/v1/namespaces/shop/deployments";
const watchPath = `${deployments}?fieldSelector=metadata.name%3Dweb&watch=true&allowWatchBookmarks=true`;

interface Watched {
  readonly server: ApiServer;
  readonly editor: LspClient;
  /** The open watch. */
  readonly stream: Promise<ServerResponse>;
}

async function start(live: object): Promise<Watched> {
  const server = await startApiServer();
  toClose.push(() => server.close());
  server.answer(objectPath(), { body: live });
  const stream = new Promise<ServerResponse>((resolve) => server.answer(watchPath, { open: resolve }));
  const editor = await startWire({ settings: { cluster: { connect: "auto", kubeconfig: server.kubeconfig() } } });
  toClose.push(() => editor.stop());
  await editor.open(uri, manifest);
  await editor.until(
    () => editor.diagnostics(uri),
    (found) => found.length === 1,
  );
  return { server, editor, stream };
}

/** The object of the shop in a later state. */
function later(
  version: number,
  replicas: number,
  change: (object: { [key: string]: unknown; metadata: object }) => object = (same) => same,
): object {
  const object = liveObject("web", replicas) as { metadata: object };
  return change({ ...object, metadata: { ...object.metadata, resourceVersion: String(version) } });
}

const event = (type: string, object: object): string => `${JSON.stringify({ type, object })}\n`;

test("a change is shown at once; a write that changes nothing in view asks the editor for nothing", async () => {
  const { editor, stream, server } = await start(later(1000, 5));
  const watch = await stream;
  watch.write(event("ADDED", later(1000, 5)));
  const before = editor.refreshes();
  for (let version = 1001; version < 1010; version++) {
    watch.write(
      event(
        "MODIFIED",
        later(version, 5, (object) => ({ ...object, status: { observedGeneration: version } })),
      ),
    );
  }
  watch.write(event("MODIFIED", later(1010, 3)));
  await editor.until(
    () => editor.diagnostics(uri),
    (found) => found.length === 0,
  );
  // None where this editor asked by itself before it was told.
  expect(editor.refreshes() - before).toBeLessThanOrEqual(1);
  expect(server.requests.filter((path) => path === objectPath())).toHaveLength(1);

  watch.write(event("DELETED", later(1011, 3)));
  await editor.until(
    async () => editor.statuses.get(uri)?.text ?? "",
    (text) => text.includes("not there yet"),
  );
});

test("an object of 3 MB comes whole, by a read and by a watch", async () => {
  const big = "x".repeat(3_000_000);
  const annotated = (note: string) => (object: { metadata: object }) => ({
    ...object,
    metadata: { ...object.metadata, annotations: { big, note } },
  });
  const { editor, stream } = await start(later(1000, 5, annotated("read")));
  const watch = await stream;
  watch.write(event("MODIFIED", later(1001, 7, annotated("watched"))));
  await editor.until(
    () => editor.diagnostics(uri),
    (found) => String(found[0]?.message).includes("live 7"),
  );
});

/** Replicas written by us, or by the autoscaler as before. */
function written(version: number, replicas: number, byUs: boolean): object {
  return later(version, replicas, (object) => {
    const [own, scaler] = (object.metadata as { managedFields: { fieldsV1: { "f:spec": object } }[] }).managedFields;
    if (own === undefined || !byUs) return object;
    const fieldsV1 = { "f:spec": { ...own.fieldsV1["f:spec"], ...scaler?.fieldsV1["f:spec"] } };
    return { ...object, metadata: { ...object.metadata, managedFields: [{ ...own, fieldsV1 }] } };
  });
}

test("a field that changes hands is told of, until the document is closed", async () => {
  const { editor, stream, server } = await start(written(1000, 5, false));
  const watch = await stream;
  const shown = (words: RegExp): Promise<unknown> =>
    editor.until(
      async () => (await editor.diagnostics(uri)).map(({ code, message }) => `${code} ${message}`).join(),
      (found) => words.test(found),
    );
  watch.write(event("MODIFIED", written(1001, 3, true)));
  await shown(/^$/);
  watch.write(event("MODIFIED", written(1002, 6, false)));
  await shown(/^apply-conflict .*live 6/);
  watch.write(event("MODIFIED", written(1003, 3, true)));
  await shown(/^contested-field \.spec\.replicas changed hands 3 times between kube-controller-manager \(Update, scale\) and team-cd/);

  server.answer(objectPath(), { body: written(1003, 3, true) });
  await editor.close(uri);
  await editor.open(uri, manifest);
  await editor.until(
    async () => editor.statuses.get(uri)?.text ?? "",
    (text) => text.includes("team-cd"),
  );
  expect(await editor.diagnostics(uri)).toEqual([]);
});

test("closing the document ends its watch", async () => {
  const { editor, stream } = await start(later(1000, 5));
  const watch = await stream;
  const ended = new Promise((resolve) => watch.on("close", resolve));
  await editor.close(uri);
  await ended;
});
