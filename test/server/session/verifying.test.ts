import { expect, test } from "vitest";
import type { Cluster, ClusterAnswer, DryRun, DryRunAnswer } from "../../../server/cluster/ports.ts";
import type { Session } from "../../../server/session/model.ts";
import type { VerifyReport } from "../../../server/session/verifications.ts";
import { printJson } from "../../../shared/fieldpath/json.ts";
import { valueAt } from "../../../shared/fieldpath/value.ts";
import { playedCluster } from "../../support/cluster.ts";
import { startSession } from "../../support/session.ts";
import { objectOf } from "../../support/snapshots.ts";

const live = `
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: shop
  uid: u
  resourceVersion: "1"
  managedFields:
  - {manager: ci, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:a": {}}}}
data: {a: "1"}
`;
const manifest = `# field-manager: ci
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {a: "2"}
`;
const stored = live.replace('{a: "1"}', '{a: "2"}');

/** A cluster with one live object that answers dry runs. */
function cluster(object: string | undefined, answer: DryRunAnswer): { readonly cluster: Cluster; readonly sent: DryRun[] } {
  const { cluster: played } = playedCluster();
  const sent: DryRun[] = [];
  const source = { from: "cluster", context: "test", namespace: "shop", namespaceAssumed: true } as const;
  const found: ClusterAnswer =
    object === undefined ? { state: "absent", source } : { state: "live", object: objectOf(object), source, readAt: 0 };
  return {
    sent,
    cluster: {
      ...played,
      get: async () => found,
      dryRun: async (_target, _key, request) => {
        sent.push(request);
        return answer;
      },
    },
  };
}
const accepted = (text: string): DryRunAnswer => ({ state: "answered", outcome: { kind: "accepted", object: objectOf(text) } });

async function opened(text: string, port: Cluster, settings: object = {}) {
  const fixture = startSession({}, { cluster: port, settings: { cluster: { connect: "auto" }, ...settings } });
  fixture.open("a.yaml", text);
  fixture.session.setVisible(["a.yaml"]);
  await fixture.session.settled("a.yaml");
  return fixture.session;
}

test("what is sent where is said before; the answer stands in the lens until the text changes", async () => {
  const { cluster: port, sent } = cluster(live, accepted(stored));
  const session = await opened(manifest, port);
  const lens = async () => (await session.lensesOf("a.yaml")).map(({ title }) => title);
  expect(await lens()).toEqual(["Verify on server"]);
  expect(await session.verifyPlanAt("a.yaml", 0)).toEqual({
    object: "ConfigMap settings (namespace shop, from context test)",
    context: "test",
    server: "https://test.example:6443",
    as: "ci",
  });
  expect(sent).toEqual([]);

  expect(await verified(session)).toEqual({
    outcome: "agrees",
    accepted: true,
    summary: "As predicted, the server accepts it",
    details: [],
  });
  expect(sent.map(({ object, ...rest }) => ({ ...rest, namespace: valueAt(object, "metadata", "namespace") }))).toEqual([
    { manager: "ci", force: false, creates: false, namespace: "shop" },
  ]);
  expect(await lens()).toEqual(["Server accepts it, as predicted"]);
  session.change("a.yaml", manifest.replace('"2"', '"3"'), 2);
  await session.settled("a.yaml");
  expect(await lens()).toEqual(["Verify on server"]);
  session.dispose();
});

test("while the text does not parse its lens stays", async () => {
  const { cluster: port } = cluster(live, accepted(stored));
  const session = await opened(`${manifest}---\n${manifest.replace("settings", "others")}`, port);
  const starts = async () => (await session.lensesOf("a.yaml")).map(({ range }) => range.start);
  const head = manifest.indexOf("apiVersion");
  expect(await starts()).toEqual([head, head + manifest.length + 4]);
  session.change("a.yaml", `${manifest.replace('{a: "2"}', "{a:")}---\n${manifest.replace("settings", "others")}`, 2);
  await session.settled("a.yaml");
  expect(await starts()).toEqual([head, head + manifest.length - 1]);
  session.dispose();
});

test.each([
  [
    "nobody knows who applies",
    manifest.replace("# field-manager: ci\n", "").replace('a: "2"', 'b: "1"'),
    "Who applies this file is not known",
  ],
  ["it is applied client-side", manifest.replace("# field", "# apply-with: client-side\n# field"), "applies it client-side"],
  ["something is filled in later", manifest.replace('"2"', `"\${VERSION}"`), "filled in before it is applied"],
])("nothing is sent where %s", async (_name, text, reason) => {
  const { cluster: port, sent } = cluster(live, accepted(stored));
  const session = await opened(text, port);
  expect(await session.verifyPlanAt("a.yaml", 0)).toEqual({ problem: expect.stringContaining(reason) });
  expect(await verified(session)).toMatchObject({ outcome: "failed", summary: expect.stringContaining(reason) });
  expect(sent).toEqual([]);
  session.dispose();
});

test("a Secret is sent as it stands in the text, and nothing of it comes back", async () => {
  const secret = "# field-manager: ci\napiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {token: canary-1}\n";
  const invalid = {
    kind: "refused",
    code: 422,
    message: 'Secret "s" is invalid: data[token]: Invalid value: "canary-1"',
    causes: [{ field: "data[token]", message: 'Invalid value: "canary-1"' }],
  } as const;
  const { cluster: port, sent } = cluster(undefined, { state: "answered", outcome: invalid });
  const session = await opened(secret, port);
  const report = await verified(session);
  expect(sent.map(({ object, creates }) => ({ creates, body: JSON.parse(printJson(object)) }))).toMatchObject([
    { creates: true, body: { stringData: { token: "canary-1" } } },
  ]);
  expect(report.summary).toContain("HTTP 422: data[token]");
  expect(JSON.stringify(report)).not.toContain("canary");
  session.dispose();
});

test("on save, where that was switched on, once per change", async () => {
  const { cluster: port, sent } = cluster(live, accepted(stored));
  const session = await opened(manifest, port, { verify: { onSave: true } });
  const told = new Promise<void>((resolve) => {
    session.onRefresh(async () => {
      if ((await session.lensesOf("a.yaml"))[0]?.title === "Server accepts it, as predicted") resolve();
    });
  });
  session.save("a.yaml");
  await told;
  session.save("a.yaml");
  await session.settled("a.yaml");
  expect(sent.length).toBe(1);
  session.dispose();
});

test("a server that does not answer is told as that", async () => {
  const { cluster: port } = cluster(live, { state: "denied", message: "A dry run needs the right to patch" });
  const session = await opened(manifest, port);
  expect(await verified(session)).toMatchObject({
    outcome: "failed",
    summary: "Not verified: A dry run needs the right to patch",
  });
  expect((await session.lensesOf("a.yaml")).map(({ title }) => title)).toEqual(["Not verified: try again"]);
  session.dispose();
});

/** Agrees to what would be sent. */
async function verified(session: Session): Promise<VerifyReport> {
  const plan = await session.verifyPlanAt("a.yaml", 0);
  return session.verifyAt("a.yaml", 0, "problem" in plan ? { object: "", context: "", server: "", as: "" } : plan);
}
