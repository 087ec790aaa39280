/** Nothing is asked before the person connected; and what connecting to one context says of others. */
import { expect, test } from "vitest";
import type { TargetCluster } from "../../../shared/messages.ts";
import { playedCluster } from "../../support/cluster.ts";
import { type SessionOverrides, startSession } from "../../support/session.ts";
import { manifest } from "../lsp/shop.ts";

function start(connect: string, more: SessionOverrides = {}) {
  const played = playedCluster();
  const settings = { cluster: { connect, context: "prod" } };
  const { session, open } = startSession({}, { cluster: played.cluster, settings, connected: [], ...more });
  open("web.yaml", manifest);
  return { ...played, session, answer: async () => (await session.objectsOf("web.yaml"))[0]?.live };
}

async function identityOf({ session }: ReturnType<typeof start>): Promise<string> {
  const target = await session.targetOf("web.yaml");
  expect(target).toMatchObject({ context: "prod", server: "https://test.example:6443" });
  return (target as TargetCluster).identity;
}

test("before the person connects, neither object nor kind is asked for, and the status offers it", async () => {
  const started = start("ask");
  const { session, asked, answer, describeAs } = started;
  describeAs({ executes: "aws" });
  session.open({ uri: "custom.yaml", path: undefined, text: "apiVersion: example.dev/v1\nkind: Thing\nmetadata: {name: t}\n", version: 1 });
  await session.settled("web.yaml");
  await session.settled("custom.yaml");
  expect(await answer()).toEqual({
    state: "off",
    message: 'not connected to context prod: run "Field Ownership: Connect to Cluster"',
    connect: { context: "prod", server: "https://test.example:6443", executes: "aws", identity: expect.any(String) },
  });
  expect(await session.statusOf("web.yaml")).toMatchObject({
    text: "connect to prod",
    severity: "normal",
    action: "connect",
    tooltip: expect.stringMatching(/read from `https:\/\/test\.example:6443`, and `aws` is run to sign in/),
  });
  expect((await session.hoverAt("web.yaml", manifest.indexOf("replicas")))?.markdown).toMatch(
    /No live object: not connected to context prod: run "Field Ownership: Connect to Cluster"$/,
  );
  expect(asked).toEqual([]);
  session.dispose();
});

test("a file of several objects offers it once, in one sentence", async () => {
  const { session } = start("ask");
  session.change("web.yaml", `${manifest}---\n${manifest.replace("name: web", "name: api")}`, 2);
  await session.settled("web.yaml");
  const status = await session.statusOf("web.yaml");
  expect(status).toMatchObject({ text: "connect to prod", action: "connect" });
  expect(status?.tooltip.match(/Not connected/g)).toHaveLength(1);
  session.dispose();
});

test("connecting asks at once, disconnecting stops it", async () => {
  const started = start("ask");
  const { session, asked, answer } = started;
  await session.settled("web.yaml");
  session.connect([await identityOf(started)]);
  await session.settled("web.yaml");
  expect(asked).toContain("prod: web");
  expect(await answer()).toMatchObject({ state: "absent" });
  expect(await session.targetOf("web.yaml")).toMatchObject({ connected: true });
  session.connect([]);
  await session.settled("web.yaml");
  session.save("web.yaml");
  await session.settled("web.yaml");
  expect(await answer()).toMatchObject({ state: "off", connect: { context: "prod" } });
  expect(asked.filter((one) => one === "prod: web")).toHaveLength(1);
  session.dispose();
});

test.each([
  ["another server", { server: "https://elsewhere.example" }],
  ["another program", { executes: "./sign-in" }],
])("a context that means %s is another", async (_, change) => {
  const started = start("ask");
  const { session, asked, describeAs } = started;
  session.connect([await identityOf(started)]);
  describeAs(change);
  await session.settled("web.yaml");
  expect(asked).toEqual([]);
  expect(await session.targetOf("web.yaml")).toMatchObject({ connected: false });
  session.dispose();
});

test("what is set to auto is asked unasked, and off not even connected", async () => {
  const auto = start("auto");
  await auto.session.settled("web.yaml");
  expect(auto.asked).toContain("prod: web");
  const off = start("off");
  await off.session.settled("web.yaml");
  expect(await off.session.targetOf("web.yaml")).toEqual({ problem: "fieldOwnership.cluster.connect is off" });
  expect(await off.session.verifyPlanAt("web.yaml", 0)).toHaveProperty("problem");
  expect([off.asked, off.described()]).toEqual([[], 0]);
  auto.session.dispose();
  off.session.dispose();
});

test("an editor that cannot connect is told of the setting", async () => {
  const { session, answer } = start("ask", { connected: undefined });
  await session.settled("web.yaml");
  expect(await answer()).toMatchObject({ message: 'not connected to context prod: set fieldOwnership.cluster.connect to "auto"' });
  session.dispose();
});

test("until the workspace is trusted not even the kubeconfig is read, whoever is connected", async () => {
  const { session, asked, described, answer } = start("auto", { trusted: false });
  await session.settled("web.yaml");
  expect(await session.targetOf("web.yaml")).toEqual({ problem: expect.stringMatching(/isn't trusted/) });
  expect(await answer()).toMatchObject({ state: "untrusted" });
  expect([asked, described()]).toEqual([[], 0]);
  session.trust();
  await session.settled("web.yaml");
  expect(asked).toContain("prod: web");
  session.dispose();
});
