/**
 * Values of Secrets come out nowhere: planted in every place that a manifest, a live object or an answer of a server has for them, and looked
 * for in everything that the editor, the command line and the log are given.
 */
import { afterEach, expect, test } from "vitest";
import { run } from "../../server/cli/run.ts";
import { createCluster } from "../../server/cluster/cluster.ts";
import { createFiles } from "../../server/files/files.ts";
import { readSettings } from "../../server/lsp/readSettings.ts";
import type { Session } from "../../server/session/model.ts";
import { createSession } from "../../server/session/session.ts";
import { type ApiServer, startApiServer } from "../support/apiServer.ts";
import { folderWith } from "../support/folder.ts";

const word = "CANARY";
const number = "8675309867";
const base64 = (text: string): string => Buffer.from(text).toString("base64");
/** However it is written: as it is, its digits, and in base64 at each of the three offsets. */
const readable = [word, number, ...["", "x", "xx"].map((before) => base64(`${before}${word}`).slice(before.length === 0 ? 0 : 4, -4))];
const hidden = (text: string): string => base64(`${word}-${text}`);

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

function liveSecret(name: string): object {
  const fields = { "f:data": { ".": {}, "f:password": {}, "f:other": {} }, "f:type": {} };
  const record = (manager: string, operation: string, fieldsV1: object): object => ({
    manager,
    operation,
    apiVersion: "v1",
    fieldsType: "FieldsV1",
    fieldsV1,
  });
  const applied = { apiVersion: "v1", kind: "Secret", metadata: { name }, data: { password: hidden("applied") }, stringData: { a: word } };
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name,
      namespace: "shop",
      uid: `uid-${name}`,
      resourceVersion: "7",
      annotations: {
        "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify(applied),
        "kapp.k14s.io/original": JSON.stringify(applied),
        "objectset.rio.cattle.io/applied": `H4sIAAAAAAAA${base64(word)}`,
      },
      managedFields: [
        record("other", "Apply", fields),
        record("ci", "Update", { "f:data": { "f:password": {} } }),
        record("kubectl-edit", "Update", { "f:data": { "f:extra": {} } }),
      ],
    },
    type: "Opaque",
    data: { password: hidden("live"), other: hidden("live-other"), extra: hidden("live-extra") },
  };
}

const head = (name = "s"): string => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: ${name}\n  namespace: shop\n`;
const indented = (text: string): string => text.replace(/^/gm, "  ").replace(/ +$/, "");

const manifests: Readonly<Record<string, string>> = {
  plain: `${head()}data:\n  password: ${hidden("manifest")} # was ${word}\nstringData:\n  token: ${word}\n  block: |\n    ${word}\n`,
  "not base64": `${head()}data:\n  password: ${word}!\n`,
  "numbers and lists": `${head()}data:\n  password: ${number}\n  other: [${number}, ${word}]\nstringData:\n  pin: ${number}\n  map: {a: ${word}}\n`,
  "data that is no map": `${head()}data: ${word}\nstringData: [${word}]\n`,
  annotated: `${head()}data:\n  password: ${hidden("m")}\n`.replace(
    "metadata:\n",
    `metadata:\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: '{"kind":"Secret","apiVersion":"v1","data":{"password":"${hidden("a")}"}}'\n    kapp.k14s.io/original: '{"data":"${word}"}'\n`,
  ),
  "a mistyped apiVersion": `${head()}data:\n  password: ${hidden("m")}\n`.replace("apiVersion: v1", "apiVersion: v1beta1"),
  "an anchor": `${head()}stringData:\n  a: &a ${word}\n  password: *a\ndata:\n  password: *a\n`,
  "an unknown anchor": `${head()}stringData:\n  password: *${word}\n`,
  "an unknown escape": `${head()}stringData:\n  password: "\\${word}"\n`,
  "an unknown tag": `${head()}stringData:\n  password: !${word} a\n`,
  "a value that nothing starts with": `${head()}stringData:\n  password: @${word}\n`,
  "a missing colon": `${head()}stringData:\n  password ${word}\n  token: a\n`,
  "two colons": `${head()}stringData:\n  password: ${word}: ${word}\n`,
  "an open quote": `${head()}stringData:\n  password: "${word}\n`,
  "a bracket": `${head()}stringData: {password: ${word}\n`,
  "a duplicate key": `${head()}stringData:\n  password: ${word}\n  password: ${word}2\ndata:\n  password: ${hidden("m")}\n`,
  "a tab": `${head()}stringData:\n\tpassword: ${word}\n`,
  "text after the end": `${head()}data:\n  password: ${hidden("m")}\n...\n${word}: a\n`,
  "a merge conflict": `${head()}data:\n<<<<<<< ours\n  password: ${hidden("m")}\n=======\n  password: ${hidden("n")}\n>>>>>>> theirs\n`,
  "no name": `${head().replace("  name: s\n", "  generateName: s-\n")}stringData:\n  password: ${word}\n`,
  JSON: JSON.stringify({ ...liveSecret("s"), metadata: { name: "s", namespace: "shop" } }, undefined, 2),
  "broken JSON": `{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, "data": {"password": "${hidden("m")}" "${word}"}}`,
  "a List": `apiVersion: v1\nkind: List\nitems:\n- ${indented(`${head()}data:\n  password: ${hidden("m")}\n`).trimStart()}`,
  "a SecretList": `apiVersion: v1\nkind: SecretList\nitems:\n- ${indented(`${head()}data:\n  password: ${hidden("m")}\n`).trimStart()}`,
  "neighbours of a conflict": `${head()}type: other\ndata:\n  password: ${hidden("m")}\n---\n${head("t")}data:\n  password: ${hidden("m")}\n`,
};

/** All that an editor may be given about a file. */
async function shownBy(session: Session, uri: string, text: string): Promise<string> {
  const all: unknown[] = [
    await session.diagnosticsOf(uri),
    await session.objectsOf(uri),
    await session.skippedOf(uri),
    await session.statusOf(uri),
    (await session.fixesAt(uri, { start: 0, end: text.length })).map(({ title, findings, copies }) => [title, findings, copies]),
    (await session.snapshotsOf(uri)).map(({ snapshot }) => [snapshot.live, snapshot.object.value]),
  ];
  for (let offset = 0; offset <= text.length; offset += 2) all.push(await session.hoverAt(uri, offset));
  return JSON.stringify(all, (_, item) => (item instanceof Map ? [...item] : typeof item === "bigint" ? String(item) : item));
}

function expectNoValue(text: string): void {
  for (const value of readable) expect(text).not.toContain(value);
}

async function startServer(): Promise<ApiServer> {
  const server = await startApiServer();
  toClose.push(() => server.close());
  for (const name of ["s", "t"]) server.answer(`/api/v1/namespaces/shop/secrets/${name}`, { body: liveSecret(name) });
  return server;
}

test.each(Object.entries(manifests))("%s: the editor, with saved objects and with a cluster", async (_, text) => {
  expect(text).toMatch(new RegExp(readable.join("|")));
  const { root } = folderWith({ "live/s.json": JSON.stringify(liveSecret("s")), "live/t.json": JSON.stringify(liveSecret("t")) });
  const server = await startServer();
  for (const live of [{ files: ["live/**"] }, { files: [] }]) {
    for (const manager of ["auto", "ci", "other"]) {
      const session = createSession({
        settings: readSettings({ live, apply: { manager }, cluster: { connect: "auto", kubeconfig: server.kubeconfig() } }),
        trusted: true,
        files: createFiles({ roots: [root], liveGlobs: [] }),
        cluster: async () => createCluster(),
        now: Date.now,
        quietMs: 0,
      });
      session.open({ uri: "s.yaml", path: undefined, text, version: 1 });
      await session.settled("s.yaml");
      expectNoValue(await shownBy(session, "s.yaml", text));
      session.dispose();
    }
  }
});

test("commands to copy are offered of Secrets too, and hold no value", async () => {
  const server = await startServer();
  const session = createSession({
    settings: readSettings({ apply: { manager: "ci" }, cluster: { connect: "auto", kubeconfig: server.kubeconfig() } }),
    trusted: true,
    files: createFiles({ roots: [], liveGlobs: [] }),
    cluster: async () => createCluster(),
    now: Date.now,
    quietMs: 0,
  });
  const text = manifests.plain ?? "";
  session.open({ uri: "s.yaml", path: undefined, text, version: 1 });
  await session.settled("s.yaml");
  const copied = (await session.fixesAt("s.yaml", { start: 0, end: text.length })).filter(({ copies }) => copies !== undefined);
  expect([...new Set(copied.map(({ id }) => id))].sort()).toEqual(["hand-over", "remove-live"]);
  expectNoValue(JSON.stringify(copied.map(({ title, copies }) => [title, copies])));
  session.dispose();
});

test("a saved Secret that is opened itself", async () => {
  const text = JSON.stringify(liveSecret("s"), undefined, 2);
  const { root } = folderWith({ "live/s.json": text });
  const session = createSession({
    settings: readSettings({ live: { files: ["live/**"] }, cluster: { connect: "off" } }),
    trusted: true,
    files: createFiles({ roots: [root], liveGlobs: [] }),
    now: Date.now,
    quietMs: 0,
  });
  session.open({ uri: "s.json", path: `${root}/live/s.json`, text, version: 1 });
  expect((await session.statusOf("s.json"))?.text).toBe("live object");
  expectNoValue(await shownBy(session, "s.json", text));
  session.dispose();
});

test.each(Object.entries(manifests))("%s: the command line, for people and for machines", async (_, text) => {
  const { root } = folderWith({ "live/s.json": JSON.stringify(liveSecret("s")), "live/t.json": JSON.stringify(liveSecret("t")) });
  const server = await startServer();
  for (const from of ["--live live", `--kubeconfig ${server.kubeconfig()}`]) {
    for (const more of ["", "--field-manager ci", "--field-manager other", "--field-manager ci -o json"]) {
      let printed = "";
      const print = (part: string): void => {
        printed += part;
      };
      await run(`check -f - ${from} ${more}`.trim().split(" "), {
        cwd: root,
        variables: {},
        terminal: false,
        stdout: print,
        stderr: print,
        stdin: async () => Buffer.from(text),
        now: Date.now,
        cluster: async () => createCluster(),
        version: () => "1.2.3",
      });
      expect(printed).not.toBe("");
      expectNoValue(printed);
    }
  }
});

test("what a server says when it stumbles over a Secret is not passed on", async () => {
  const server = await startServer();
  const message = `conversion of ${JSON.stringify(liveSecret("s"))} failed`;
  server.answer("/api/v1/namespaces/shop/secrets/s", { status: 500, body: { kind: "Status", message } });
  const cluster = createCluster();
  toClose.push(() => cluster.dispose());
  const target = { kubeconfig: server.kubeconfig(), context: undefined, namespace: undefined };
  const answer = await cluster.get(
    target,
    { apiVersion: "v1", kind: "Secret", namespace: "shop", name: "s" },
    new AbortController().signal,
  );
  expect(answer).toMatchObject({ state: "unreachable", message: expect.stringMatching(/answered HTTP 500$/) });
  expectNoValue(JSON.stringify(answer));
});
