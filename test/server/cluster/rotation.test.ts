/** Credentials that change while the connection lives: token files, certificates, plugins. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { Connection } from "../../../server/cluster/connection.ts";
import type { Limits } from "../../../server/cluster/limits.ts";
import { type Answer, type ApiServer, dataFile, failure, startApiServer } from "../../support/apiServer.ts";
import { connectTo } from "../../support/connectTo.ts";
import { exec, plugin } from "../../support/credentialCases.ts";
import { sentTo, writeCase } from "../../support/credentialRun.ts";

const never = new AbortController().signal;
const signedOut = failure(401, "Unauthorized");
const fine: Answer = { body: {} };

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function start(
  user: object,
  files: Readonly<Record<string, string>>,
  limits: Partial<Limits> = {},
): Promise<{ server: ApiServer; connection: Connection; folder: string; runs: () => number }> {
  const server = await startApiServer({ tls: true });
  server.answer("/x", fine);
  const kubeconfig = writeCase({ name: "", user, files }, server);
  const connected = connectTo(kubeconfig, { limits: { restMs: 60_000, ...limits } });
  if ("problem" in connected) throw new Error(connected.problem);
  const connection = connected.value;
  toClose.push(
    () => server.close(),
    () => connection.close(),
  );
  const folder = path.dirname(kubeconfig);
  const runs = (): number => {
    const file = path.join(folder, "runs");
    return existsSync(file) ? readFileSync(file, "utf8").length : 0;
  };
  return { server, connection, folder, runs };
}

/** A plugin that leaves a mark for each run, then goes on. */
function counting(script: string): string {
  return `#!/bin/sh\nprintf x >> "$(dirname "$0")/runs"\n${script.replace("#!/bin/sh\n", "")}`;
}

/** Prints the token `tN` at its Nth run. */
const numbered = counting(
  `printf '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"t%s"}}' "$(wc -c < "$(dirname "$0")/runs" | tr -d ' ')"\n`,
);

test("a token file that is replaced is read again", async () => {
  const { server, connection, folder } = await start({ tokenFile: "tok" }, { tok: "one" });
  await connection.get("/x", never);
  expect(sentTo(server)).toEqual({ authorization: "Bearer one" });
  writeFileSync(path.join(folder, "next"), "two");
  renameSync(path.join(folder, "next"), path.join(folder, "tok"));
  await connection.get("/x", never);
  expect(sentTo(server)).toEqual({ authorization: "Bearer two" });
});

test("a token that is refused is read again at once, however the file looks", async () => {
  const { server, connection, folder } = await start({ tokenFile: "tok" }, { tok: "one" });
  server.answer("/x", signedOut, fine);
  expect(await connection.get("/x", never)).toMatchObject({
    state: "signedOut",
    message: expect.stringMatching(/does not accept the credentials \(401 Unauthorized\): .*: user "u" takes its token from .*\/tok$/),
  });
  expect(server.requests).toHaveLength(1);
  expect(await connection.get("/x", never)).toMatchObject({ state: "signedOut" });
  expect(server.requests).toHaveLength(1);
  writeFileSync(path.join(folder, "tok"), "two");
  expect(await connection.get("/x", never)).toMatchObject({ state: "ok" });
  expect(sentTo(server)).toEqual({ authorization: "Bearer two" });
});

test("a client certificate that is replaced is used for new connections", async () => {
  const { server, connection, folder } = await start(
    { "client-certificate": "c.pem", "client-key": dataFile("client.key.pem") },
    { "c.pem": readFileSync(dataFile("clientA.crt.pem"), "utf8") },
  );
  await connection.get("/x", never);
  await connection.get("/x", never);
  writeFileSync(path.join(folder, "c.pem"), readFileSync(dataFile("clientB.crt.pem")));
  await connection.get("/x", never);
  expect(server.clients).toEqual(["client a", "client a", "client b"]);
  expect(server.connections()).toBe(2);
});

test("a plugin runs once for all who wait, and not again while its token is good", async () => {
  const { server, connection, runs } = await start(exec(), { plugin: counting(plugin({ token: "p" })) });
  await Promise.all(Array.from({ length: 10 }, () => connection.get("/x", never)));
  await connection.get("/x", never);
  expect(server.requests).toHaveLength(11);
  expect(runs()).toBe(1);
});

test("a plugin runs again when its token ran out", async () => {
  const until = Date.now() + 1_500;
  const script = plugin({ token: "p", expirationTimestamp: new Date(until).toISOString() });
  const { connection, runs } = await start(exec(), { plugin: counting(script) });
  await connection.get("/x", never);
  await connection.get("/x", never);
  expect([runs(), Date.now() < until]).toEqual([1, true]);
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(until), { timeout: 3_000 });
  await connection.get("/x", never);
  expect(runs()).toBeGreaterThan(1);
});

test("after 401 the plugin runs once more, and the request is sent with what it gives", async () => {
  const { server, connection, runs } = await start(exec(), { plugin: numbered });
  server.answer("/x", signedOut, fine);
  expect(await connection.get("/x", never)).toMatchObject({ state: "ok" });
  expect(sentTo(server)).toEqual({ authorization: "Bearer t2" });
  expect([server.requests.length, runs()]).toEqual([2, 2]);
});

test("a plugin that hangs after a 401 does not hold the request", async () => {
  const hanging = counting(`[ "$(wc -c < "$(dirname "$0")/runs")" -gt 1 ] && sleep 60\n${plugin({ token: "p" })}`);
  const { server, connection } = await start(exec(), { plugin: hanging }, { answerMs: 1_500 });
  server.answer("/x", signedOut);
  expect(await connection.get("/x", never)).toMatchObject({ state: "slow" });
});

test("credentials that are refused again are said to be, without a storm", async () => {
  const { server, connection, runs } = await start(exec(), { plugin: numbered });
  server.answer("/x", signedOut);
  const answers = await Promise.all(Array.from({ length: 50 }, () => connection.get("/x", never)));
  for (const answer of answers) {
    expect(answer).toMatchObject({
      state: "signedOut",
      message: expect.stringMatching(/sign in again as the plugin .*\/plugin of user "u" wants it/),
    });
  }
  expect(runs()).toBe(2);
  expect(server.requests.length).toBeLessThan(12);
});

test("a plugin that fails is not run for every object, and is tried again after a rest", async () => {
  const { server, connection, folder, runs } = await start(exec(), { plugin: counting("exit 1\n") }, { pluginRestMs: 200 });
  const answers = await Promise.all(Array.from({ length: 50 }, () => connection.get("/x", never)));
  expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(["signedOut"]));
  expect(await connection.get("/x", never)).toMatchObject({ retryAfterMs: expect.any(Number) });
  expect([server.requests.length, runs()]).toEqual([0, 1]);
  writeFileSync(path.join(folder, "plugin"), counting(plugin({ token: "p" })));
  await vi.waitFor(async () => expect(await connection.get("/x", never)).toMatchObject({ state: "ok" }));
  expect(runs()).toBe(2);
});

test("the person can have it tried again at once", async () => {
  const { server, connection, folder, runs } = await start(exec(), { plugin: counting("exit 1\n") }, { pluginRestMs: 60_000 });
  await connection.get("/x", never);
  writeFileSync(path.join(folder, "plugin"), counting(plugin({ token: "p" })));
  expect(await connection.get("/x", never)).toMatchObject({ state: "signedOut" });
  connection.retry();
  server.answer("/x", { status: 429, body: "" }, fine);
  expect(await connection.get("/x", never)).toMatchObject({ status: 429 });
  expect(await connection.get("/x", never)).toMatchObject({ status: 429 });
  connection.retry();
  expect(await connection.get("/x", never)).toMatchObject({ state: "ok" });
  expect([server.requests.length, runs()]).toEqual([2, 2]);
});

test("a plugin that hangs blocks nobody longer than a request may take, and ends with all that it started", async () => {
  const hanging = counting(`sh -c 'echo $$ > "$0"; sleep 60' "$(dirname "$0")/child" &\nsleep 60\n`);
  const { connection, folder, runs } = await start(exec(), { plugin: hanging }, { answerMs: 300, pluginMs: 1_500 });
  const began = performance.now();
  expect(await connection.get("/x", never)).toMatchObject({
    state: "slow",
    message: expect.stringMatching(/was not asked within 0\.3 s: the exec plugin .*\/plugin of user "u" still runs$/),
  });
  expect(performance.now() - began).toBeLessThan(1_200);
  await vi.waitFor(
    async () =>
      expect(await connection.get("/x", never)).toMatchObject({
        state: "signedOut",
        message: expect.stringMatching(/plugin of user "u" did not end within 1\.5 s and was stopped\. .*sign in from a terminal/),
        retryAfterMs: expect.any(Number),
      }),
    { timeout: 10_000 },
  );
  expect(runs()).toBe(1);
  const child = Number(readFileSync(path.join(folder, "child"), "utf8"));
  await vi.waitFor(() => expect(isRunning(child)).toBe(false));
});

test("a plugin that leaves something behind with its output open is not waited for", async () => {
  const { connection } = await start(exec(), { plugin: `${plugin({ token: "p" })}sleep 60 &\n` });
  expect(await connection.get("/x", never)).toMatchObject({ state: "ok" });
});

test("a plugin that prints without end is stopped", async () => {
  const { connection } = await start(exec(), { plugin: "#!/bin/sh\nyes\n" });
  expect(await connection.get("/x", never)).toMatchObject({ message: expect.stringMatching(/printed more than 1 MB$/) });
});

test("closing ends a plugin that runs", async () => {
  const { connection, folder } = await start(exec(), { plugin: `#!/bin/sh\necho $$ > "$(dirname "$0")/pid"\nsleep 60\n` });
  const asked = connection.get("/x", never);
  const file = path.join(folder, "pid");
  await vi.waitFor(() => expect(existsSync(file) && readFileSync(file, "utf8")).toMatch(/\d\n/));
  connection.close();
  expect(await asked).toMatchObject({ state: "signedOut" });
  await vi.waitFor(() => expect(isRunning(Number(readFileSync(file, "utf8")))).toBe(false));
});

/** A process that ended but was not waited for yet does not run. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
