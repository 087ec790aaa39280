import { expect, test, vi } from "vitest";
import type { Cluster, ClusterAnswer, ObjectKey } from "../../../server/cluster/ports.ts";
import { parseJson } from "../../../shared/fieldpath/json.ts";
import { stringAt } from "../../../shared/fieldpath/value.ts";
import { playedCluster } from "../../support/cluster.ts";
import { startSession } from "../../support/session.ts";
import { liveObject, manifest } from "../lsp/shop.ts";

const named = (name: string, text = manifest): string => text.replace("name: web\n  namespace", `name: ${name}\n  namespace`);
const replicasAt = manifest.indexOf("replicas: 3");

/** A cluster whose answers the test gives when it likes. */
function fakeCluster() {
  const asked: { readonly key: ObjectKey; readonly signal: AbortSignal; readonly answer: (body: object | ClusterAnswer) => void }[] = [];
  const source = { from: "cluster", context: "test", namespace: "shop", namespaceAssumed: false } as const;
  const cluster: Cluster = {
    ...playedCluster().cluster,
    get: (_target, key, signal) =>
      new Promise((resolve) => {
        const answer = (body: object | ClusterAnswer): void =>
          resolve("state" in body ? body : { state: "live", object: parseJson(JSON.stringify(body)).value, source, readAt: 0 });
        asked.push({ key, signal, answer });
      }),
  };
  return { cluster, asked, source };
}

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 40));
/** Until so many questions were asked of the cluster. */
const counted = (asked: readonly unknown[], count: number): Promise<void> =>
  vi.waitFor(() => expect(asked).toHaveLength(count), { timeout: 10_000, interval: 5 });

test("the objects of a file, with whom they were compared and what an apply does", async () => {
  const { session, open } = startSession({ "live/web.json": JSON.stringify(liveObject()) });
  open("web.yaml", `${manifest}---\n${named("api")}`);
  expect(await session.objectsOf("web.yaml")).toMatchObject([
    {
      object: { name: "web" },
      range: { start: 0 },
      as: { manager: "team-cd", inferred: true },
      live: { state: "live" },
      verdict: "conflict",
    },
    { object: { name: "api" }, as: { decided: false }, live: { state: "off" }, verdict: undefined },
  ]);
  const [finding] = await session.diagnosticsOf("web.yaml");
  expect(finding).toMatchObject({ code: "apply-conflict", document: 0, item: 0, range: { start: replicasAt, end: replicasAt + 8 } });
  session.dispose();
});

test.each([
  { head: "# field-manager: ci\n---\n", first: "ci", second: "ci" },
  { head: "# field-manager: ci\n---\n", own: "# field-manager: cd\n", first: "ci", second: "cd" },
  { head: "# apply-with: client-side\n---\n", own: "# field-manager: cd\n", first: "team-cd", second: "cd", with: "client-side" },
  { head: "---\n# field-manager: ci\n", first: "ci", second: "team-cd" },
])("who applies, written above the first separator, holds for documents that say nothing else: $head$own", async (row) => {
  const live = ["web", "api"].map((name) => [`live/${name}.json`, JSON.stringify(liveObject(name))]);
  const { session, open } = startSession(Object.fromEntries(live));
  const text = `${manifest}---\n${row.own ?? ""}${named("api")}`;
  const applied = async () => (await session.objectsOf("web.yaml")).map(({ as }) => as.decided && [as.manager, as.with]);
  const expected = [
    [row.first, row.with ?? "server-side"],
    [row.second, row.with ?? "server-side"],
  ];
  open("web.yaml", row.head + text);
  expect(await applied()).toEqual(expected);
  await session.diagnosticsOf("web.yaml");
  session.change("web.yaml", `# field-manager: other\n---\n${text}`, 2);
  const messages = (await session.diagnosticsOf("web.yaml")).map(({ message }) => /Applying as (\S+)/.exec(message)?.[1]);
  expect(messages).toEqual(["other", row.own?.includes("manager") ? "cd" : "other"]);
  session.dispose();
});

test("findings and fixes stand at their place in the file, whatever is above", async () => {
  const { session, open } = startSession({ "live/web.json": JSON.stringify(liveObject()) });
  open("web.yaml", manifest);
  await session.diagnosticsOf("web.yaml");
  const above = `${named("api")}---\n`;
  session.change("web.yaml", above + manifest, 2);
  const start = above.length + replicasAt;
  expect(await session.diagnosticsOf("web.yaml")).toMatchObject([{ document: 1, range: { start, end: start + 8 } }]);
  const [fix] = await session.fixesAt("web.yaml", { start, end: start });
  expect(fix).toMatchObject({
    version: 2,
    preferred: true,
    edits: [{ range: { start: above.length + manifest.indexOf("  replicas") }, newText: "" }],
  });
  expect(fix?.findings).toHaveLength(1);
  session.dispose();
});

test("the items of a List are objects of their own", async () => {
  const indented = manifest
    .trimEnd()
    .split("\n")
    .map((line, index) => `${index === 0 ? "- " : "  "}${line}`)
    .join("\n");
  const { session, open } = startSession({ "live/web.json": JSON.stringify(liveObject()) });
  open(
    "list.yaml",
    `apiVersion: v1\nkind: List\nitems:\n${named("api", indented).replace("name: web\n    namespace", "name: api\n    namespace")}\n${indented}\n`,
  );
  expect(await session.diagnosticsOf("list.yaml")).toMatchObject([{ code: "apply-conflict", item: 1, object: { name: "web" } }]);
  session.dispose();
});

test("who applies is inferred from the saved text and sticks while the text changes", async () => {
  const { session, open } = startSession({ "live/web.json": JSON.stringify(liveObject()) });
  open("web.yaml", manifest);
  const applier = async () => (await session.objectsOf("web.yaml"))[0]?.as;
  const before = await applier();
  expect(before).toMatchObject({ decided: true, manager: "team-cd", evidence: expect.stringMatching(/^inferred: holds/) });
  const stump = manifest.slice(0, replicasAt);
  session.change("web.yaml", `${stump}replicas: 3\n`, 2);
  expect(await applier()).toEqual(before);
  session.save("web.yaml");
  expect(await applier()).toEqual(before);
  session.dispose();
});

test("an object that stands in the buffer only is inferred from the buffer", async () => {
  const { session, open } = startSession({ "live/web.json": JSON.stringify(liveObject()) });
  open("web.yaml", "");
  session.change("web.yaml", manifest, 2);
  expect(await session.diagnosticsOf("web.yaml")).toMatchObject([{ code: "apply-conflict" }]);
  session.dispose();
});

test("an undecided object goes by its folder, once three others there agree", async () => {
  const stranger = liveObject("stranger") as { metadata: { managedFields: { manager: string; fieldsV1: unknown }[] } };
  const [first, scale] = stranger.metadata.managedFields as [
    { manager: string; fieldsV1: unknown },
    { manager: string; fieldsV1: unknown },
  ];
  const handful = (manager: string) => ({ ...first, manager, operation: "Update", fieldsV1: first.fieldsV1 });
  const live = { ...stranger, metadata: { ...stranger.metadata, managedFields: [handful("dashboard"), scale] } };
  const tree = Object.fromEntries(["a", "b", "c"].map((name) => [`live/${name}.json`, JSON.stringify(liveObject(name))]));
  const { session, open } = startSession({ ...tree, "live/stranger.json": JSON.stringify(live) });
  open("stranger.yaml", named("stranger"));
  const codes = async () => (await session.diagnosticsOf("stranger.yaml")).map(({ code }) => code);
  expect(await codes()).toEqual(["who-applies"]);
  for (const name of ["a", "b", "c"]) {
    open(`${name}.yaml`, named(name));
    await session.diagnosticsOf(`${name}.yaml`);
  }
  expect(await session.objectsOf("stranger.yaml")).toMatchObject([
    { as: { manager: "team-cd", evidence: expect.stringMatching(/3 of 3 objects/) } },
  ]);
  session.dispose();
});

test("values of Secrets come out of no answer", async () => {
  const secret = (value: string): string => Buffer.from(value).toString("base64");
  const text = `apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\n  namespace: shop\ndata:\n  password: ${secret("manifest-word")}\nstringData:\n  token: plain-word\n`;
  const fields = { "f:data": { ".": {}, "f:password": {} } };
  const live = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name: "s",
      namespace: "shop",
      uid: "u",
      annotations: {
        "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify({
          apiVersion: "v1",
          kind: "Secret",
          data: { password: secret("annotated-word") },
        }),
      },
      managedFields: [{ manager: "other", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: fields }],
    },
    data: { password: secret("live-word") },
  };
  const { session, open } = startSession(
    { "live/s.json": JSON.stringify(live) },
    { settings: { live: { files: ["live/**"] }, cluster: { connect: "off" }, apply: { manager: "ci" } } },
  );
  open("s.yaml", text);
  const findings = await session.diagnosticsOf("s.yaml");
  expect(findings).toMatchObject([{ code: "apply-conflict", message: expect.stringMatching(/hidden, 9 bytes/) }]);
  const print = (value: unknown): string =>
    JSON.stringify(value, (_, item) => (item instanceof Map ? [...item] : typeof item === "bigint" ? String(item) : item));
  const hovers = [];
  for (let offset = 0; offset < text.length; offset += 3) hovers.push(await session.hoverAt("s.yaml", offset));
  const [placed] = await session.snapshotsOf("s.yaml");
  const all = print([findings, hovers, await session.statusOf("s.yaml"), placed?.snapshot.live, placed?.snapshot.object.value]);
  for (const word of ["manifest-word", "plain-word", "live-word", "annotated-word"]) {
    expect(all).not.toContain(word);
    expect(all).not.toContain(secret(word));
  }
  session.dispose();
});

test("an answer refreshes the files that mention its object, and no others", async () => {
  const { cluster, asked } = fakeCluster();
  const { session, open } = startSession({}, { cluster });
  const refreshed: (readonly string[])[] = [];
  session.onRefresh((uris) => refreshed.push(uris));
  open("web.yaml", manifest);
  open("other.yaml", named("api"));
  await counted(asked, 2);
  expect(asked.map(({ key }) => key.name).sort()).toEqual(["api", "web"]);
  expect(await session.diagnosticsOf("web.yaml")).toEqual([]);
  asked.find(({ key }) => key.name === "web")?.answer(liveObject());
  await counted(refreshed, 1);
  expect(refreshed).toEqual([["web.yaml"]]);
  expect(await session.diagnosticsOf("web.yaml")).toHaveLength(1);
  session.dispose();
});

test("an object with records at another version is read at that version too", async () => {
  const { cluster, asked } = fakeCluster();
  const { session, open } = startSession({}, { cluster });
  const autoscaler = (apiVersion: string, spec: object) => ({
    apiVersion,
    kind: "HorizontalPodAutoscaler",
    metadata: {
      name: "web",
      namespace: "shop",
      uid: "u",
      resourceVersion: "1",
      managedFields: [
        {
          manager: "old",
          operation: "Apply",
          apiVersion: "autoscaling/v1",
          fieldsType: "FieldsV1",
          fieldsV1: { "f:spec": { "f:maxReplicas": {} } },
        },
      ],
    },
    spec,
  });
  open(
    "web.yaml",
    "# field-manager: ci\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web, namespace: shop}\nspec: {maxReplicas: 9}\n",
  );
  await counted(asked, 1);
  asked[0]?.answer(autoscaler("autoscaling/v2", { maxReplicas: 5 }));
  await counted(asked, 2);
  expect(asked.map(({ key }) => key.apiVersion)).toEqual(["autoscaling/v2", "autoscaling/v1"]);
  // What one version calls so is something else in the other: nothing is claimed.
  asked[1]?.answer(autoscaler("autoscaling/v1", { maxReplicas: 7 }));
  await session.settled("web.yaml");
  expect(await session.diagnosticsOf("web.yaml")).toEqual([]);
  expect(await session.objectsOf("web.yaml")).toMatchObject([{ verdict: "undecided", live: { state: "live" } }]);
  session.dispose();
});

test("settled waits for the cluster; nothing else does", async () => {
  const { cluster, asked } = fakeCluster();
  const { session, open } = startSession({}, { cluster });
  open("web.yaml", manifest);
  const settled = session.settled("web.yaml");
  expect(await session.diagnosticsOf("web.yaml")).toEqual([]);
  expect((await session.statusOf("web.yaml"))?.text).toBe("reading the live object");
  await counted(asked, 1);
  asked[0]?.answer(liveObject());
  await settled;
  expect(await session.diagnosticsOf("web.yaml")).toHaveLength(1);
  session.dispose();
});

test("closing a file stops its reads, and what comes late changes nothing", async () => {
  const { cluster, asked } = fakeCluster();
  const { session, open } = startSession({}, { cluster });
  const refreshed: (readonly string[])[] = [];
  open("web.yaml", manifest);
  await counted(asked, 1);
  session.onRefresh((uris) => refreshed.push(uris));
  session.close("web.yaml");
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(await session.diagnosticsOf("web.yaml")).toEqual([]);
  open("web.yaml", manifest);
  await counted(asked, 2);
  asked[0]?.answer(liveObject());
  await soon();
  expect(refreshed).toEqual([]);
  session.dispose();
});

test("who applies is inferred anew when the live object's managers change, and only then", async () => {
  const { cluster, asked } = fakeCluster();
  const { session, open } = startSession({}, { cluster });
  open("web.yaml", manifest);
  const saveAndAnswer = async (resourceVersion: string, change: (first: { manager: string; fieldsV1: unknown }) => object) => {
    const live = liveObject() as { metadata: { managedFields: { manager: string; fieldsV1: unknown }[] } };
    const [first, ...others] = live.metadata.managedFields;
    const managedFields = [first && change(first), ...others];
    const before = asked.length;
    session.save("web.yaml");
    await counted(asked, before + 1);
    asked.at(-1)?.answer({ ...live, metadata: { ...live.metadata, resourceVersion, managedFields } });
    await session.settled("web.yaml");
    const [report] = await session.objectsOf("web.yaml");
    return report?.as.decided === true ? report.as.manager : undefined;
  };
  expect(await saveAndAnswer("1", (first) => first)).toBe("team-cd");
  const little = { "f:metadata": { "f:annotations": { "f:a": {} } } };
  expect(await saveAndAnswer("2", (first) => ({ ...first, fieldsV1: little }))).toBe("team-cd");
  expect(await saveAndAnswer("3", (first) => ({ ...first, manager: "flux" }))).toBe("flux");
  session.dispose();
});

test("values of Secrets from a cluster are hidden too", async () => {
  const { cluster, asked } = fakeCluster();
  const { session, open } = startSession({}, { cluster });
  open("s.yaml", "apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: shop}\n");
  await counted(asked, 1);
  const data = { password: Buffer.from("live-word").toString("base64") };
  asked[0]?.answer({ apiVersion: "v1", kind: "Secret", metadata: { name: "s", namespace: "shop", uid: "u" }, data });
  await session.settled("s.yaml");
  const [report] = await session.objectsOf("s.yaml");
  const live = report?.live.state === "live" ? report.live.live.object : expect.fail("no live object");
  expect(stringAt(live, "data", "password")).toMatch(/hidden:9:/);
  session.dispose();
});

test("a hover that waits for the cluster is about the text it was asked for, or about nothing", async () => {
  const { cluster, asked } = fakeCluster();
  const { session, open } = startSession({}, { cluster });
  open("web.yaml", manifest);
  const hover = session.hoverAt("web.yaml", replicasAt);
  await soon();
  session.change("web.yaml", named("api"), 2);
  asked[0]?.answer(liveObject());
  expect(await hover).toBeUndefined();
  session.dispose();
});

test("a cluster room that fails is a state too", async () => {
  const { cluster } = fakeCluster();
  const { session, open } = startSession({}, { cluster: { ...cluster, get: () => Promise.reject(new Error("secret")) } });
  open("web.yaml", manifest);
  await session.settled("web.yaml");
  expect(await session.objectsOf("web.yaml")).toMatchObject([{ live: { state: "off", message: "The cluster could not be asked" } }]);
  session.dispose();
});

test("answers while a long file is worked through are about its newest text", async () => {
  const { session, open } = startSession({ "live/web.json": JSON.stringify(liveObject()) });
  session.setVisible([]);
  const many = Array.from({ length: 2_000 }, (_, index) => `${named(`web-${index}`)}---\n`).join("");
  open("web.yaml", many + manifest.replace("replicas: 3", "replicas: 5"));
  const first = session.diagnosticsOf("web.yaml");
  await soon();
  session.change("web.yaml", many + manifest, 2);
  expect(await first).toMatchObject([{ code: "apply-conflict", document: 2_000 }]);
  session.dispose();
});

test.each(["helm.sh/hook: pre-install", "argocd.argoproj.io/hook: Sync"])("a hook is compared with nothing: %s", async (annotation) => {
  const { cluster, asked } = fakeCluster();
  const { session, open } = startSession({}, { cluster });
  const hook = manifest.replace("metadata:\n", `metadata:\n  annotations: {${annotation}}\n`);
  open("web.yaml", `# field-manager: ci\n${hook}`);
  session.setVisible(["web.yaml"]);
  await session.settled("web.yaml");
  expect(await session.diagnosticsOf("web.yaml")).toEqual([]);
  expect((await session.skippedOf("web.yaml")).map(({ reason }) => reason)).toEqual([
    `a hook (${annotation.split(":")[0]}): not compared with the live object`,
  ]);
  expect(asked).toEqual([]);
  session.dispose();
});

test("what an annotation tells a deployer holds for a named one too, as soon as it is written", async () => {
  const { session, open } = startSession({ "live/web.json": JSON.stringify(liveObject()) });
  const text = `# field-manager: kustomize-controller\n${manifest}`;
  open("web.yaml", text);
  expect(await session.objectsOf("web.yaml")).toMatchObject([{ as: { decided: true, force: true } }]);
  const left = text.replace("metadata:\n", "metadata:\n  labels: {kustomize.toolkit.fluxcd.io/reconcile: disabled}\n");
  session.change("web.yaml", left, 2);
  expect(await session.objectsOf("web.yaml")).toMatchObject([
    { as: { decided: false, ask: false, evidence: "Flux leaves it alone: kustomize.toolkit.fluxcd.io/reconcile is disabled" } },
  ]);
  session.dispose();
});
