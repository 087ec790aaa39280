import { gzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import type { Connection } from "../../../server/cluster/connection.ts";
import type { Limits } from "../../../server/cluster/limits.ts";
import { type Answer, type ApiServer, dataFile, failure, startApiServer } from "../../support/apiServer.ts";
import { connectTo } from "../../support/connectTo.ts";

const never = new AbortController().signal;
const quick: Partial<Limits> = { answerMs: 3_000, restMs: 100, silentMs: 1_000, bodyBytes: 10_000, lineBytes: 1_000 };

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function start(
  options: {
    readonly certificate?: string;
    readonly tls?: boolean;
    readonly limits?: Partial<Limits>;
    readonly cluster?: object;
    readonly user?: object;
  } = {},
): Promise<{ server: ApiServer; connection: Connection }> {
  const server = await startApiServer(options);
  const connection = connectTo(server.kubeconfig(options.cluster, options.user), { limits: { ...quick, ...options.limits } });
  if ("problem" in connection) throw new Error(connection.problem);
  toClose.push(
    () => server.close(),
    () => connection.value.close(),
  );
  return { server, connection: connection.value };
}

test.each<[string, Answer, string, RegExp]>([
  ["500", failure(500, "etcd is down"), "unreachable", /^127\.0\.0\.1:\d+ \(cluster "c"\) answered HTTP 500: etcd is down$/],
  [
    "a line of text",
    { status: 502, body: "no healthy upstream", headers: { "Content-Type": "text/plain" } },
    "unreachable",
    /HTTP 502: no healthy upstream$/,
  ],
  [
    "a sign-in page",
    { status: 302, body: "", headers: { Location: "https://login.example/x?secret" } },
    "unreachable",
    /HTTP 302 and sends to login\.example: is this the address of an API server\?$/,
  ],
  ["a page", { body: "<html>", headers: { "Content-Type": "text/html" } }, "unreachable", /sent no valid JSON but text\/html: is this/],
  ["JSON that ends early", { body: '{"a":' }, "unreachable", /sent no valid JSON$/],
  ["a body that breaks off", { cut: true }, "unreachable", /the answer broke off/],
  ["a body that is too large", { body: { text: "x".repeat(20_000) } }, "unreachable", /larger than 0 MB/],
  [
    "one that is small only on the way",
    { body: gzipSync(JSON.stringify("x".repeat(20_000))), headers: { "Content-Encoding": "gzip" } },
    "unreachable",
    /larger than/,
  ],
  ["no gzip after all", { body: "{}", headers: { "Content-Encoding": "gzip" } }, "unreachable", /broke off \(incorrect header check\)/],
  ["403", failure(403, 'pods is forbidden: User "u" cannot get'), "denied", /cannot get$/],
])("%s is a state in words", async (_, answer, state, message) => {
  const { server, connection } = await start();
  server.answer("/x", answer);
  expect(await connection.get("/x", never)).toMatchObject({ state, message: expect.stringMatching(message) });
  server.answer("/y", { body: {} });
  expect(await connection.get("/y", never)).toMatchObject({ state: "ok" });
});

test("a compressed body is read, connections are kept", async () => {
  const { server, connection } = await start();
  server.answer("/x", { body: gzipSync('{"a":1}'), headers: { "Content-Encoding": "gzip" } });
  for (const _ of [1, 2, 3]) expect(await connection.get("/x", never)).toEqual({ state: "ok", body: new Map([["a", 1]]) });
  expect(server.lastHeaders()["accept-encoding"]).toBe("gzip");
  expect(server.connections()).toBe(1);
});

test("a kept connection that the server closed is replaced without a word", async () => {
  const { server, connection } = await start();
  server.answer("/x", { body: {} }, { hangUp: true }, { body: {} });
  for (const _ of [1, 2]) expect(await connection.get("/x", never)).toMatchObject({ state: "ok" });
  expect(server.requests).toHaveLength(3);
});

test("after a failure to reach the server the next requests rest, longer each time, and recover", async () => {
  const { server, connection } = await start();
  await server.close();
  const first = await connection.get("/x", never);
  expect(first).toMatchObject({ state: "unreachable", message: expect.stringMatching(/connection refused: is the cluster running/) });
  const ms = "retryAfterMs" in first ? (first.retryAfterMs ?? 0) : 0;
  expect(ms).toBeGreaterThan(40);
  expect(ms).toBeLessThanOrEqual(101);
  const second = await connection.get("/x", never);
  expect(second).toMatchObject({ state: "unreachable", message: "message" in first && first.message });
  await vi.waitFor(
    async () => {
      const next = await connection.get("/x", never);
      expect("retryAfterMs" in next && next.retryAfterMs).toBeGreaterThan(130);
    },
    { timeout: 5_000 },
  );
});

test("a server that asks to wait is not asked", async () => {
  const { server, connection } = await start();
  server.answer("/x", { status: 429, body: "", headers: { "Retry-After": "30" } }, { body: {} });
  const asked = await connection.get("/x", never);
  expect(asked).toMatchObject({ state: "unreachable", status: 429, message: expect.stringMatching(/HTTP 429/) });
  expect("retryAfterMs" in asked && asked.retryAfterMs).toBeGreaterThan(25_000);
  expect(await connection.get("/y", never)).toMatchObject({ status: 429 });
  expect(server.requests).toEqual(["/x"]);
});

test("503 of one API does not hold up the others", async () => {
  const { server, connection } = await start();
  server.answer("/x", { status: 503, body: "" });
  server.answer("/y", { body: {} });
  expect(await connection.get("/x", never)).toMatchObject({ state: "unreachable" });
  expect(await connection.get("/y", never)).toMatchObject({ state: "ok" });
});

test("two late answers in a row are the server's fault, one is the object's", async () => {
  const { server, connection } = await start({ limits: { restMs: 60_000, answerMs: 150 } });
  server.answer("/slow", { body: {}, delayMs: 60_000 });
  server.answer("/y", { body: {} });
  expect(await connection.get("/slow", never)).toMatchObject({
    state: "slow",
    message: expect.stringMatching(/did not answer within 0\.15 s$/),
  });
  expect(await connection.get("/y", never)).toMatchObject({ state: "ok" });
  await connection.get("/slow", never);
  await connection.get("/slow", never);
  expect(await connection.get("/y", never)).toMatchObject({ state: "slow" });
});

test("at most four at a time; streams and what nobody waits for any more take no turn", async () => {
  const { server, connection } = await start({ limits: { silentMs: 60_000 } });
  server.answer("/watch", { open: () => undefined });
  const stop = new AbortController();
  const streams = [1, 2].map(() => connection.stream("/watch", () => undefined, stop.signal));
  await vi.waitFor(() => expect(server.requests).toHaveLength(2));
  const paths = Array.from({ length: 20 }, (_, index) => `/${index}`);
  for (const path of paths) server.answer(path, { body: {}, delayMs: 5 });
  const gone = new AbortController();
  const given = paths.map((path, index) => connection.get(path, index % 2 === 1 && index > 8 ? gone.signal : never));
  gone.abort();
  const states = (await Promise.all(given)).map(({ state }) => state);
  expect(states.filter((state) => state === "ok")).toHaveLength(14);
  expect(server.mostAtOnce()).toBe(2 + 4);
  stop.abort();
  for (const ended of await Promise.all(streams)) expect(ended).toMatchObject({ message: "No longer asked for" });
});

test("a stream gives whole lines and says how it ended", async () => {
  const { server, connection } = await start();
  const lines: string[] = [];
  const stream = (open: NonNullable<Answer["open"]>): ReturnType<Connection["stream"]> => {
    server.answer("/watch", { open });
    lines.length = 0;
    return connection.stream("/watch", (line) => lines.push(line), never);
  };
  const bytes = Buffer.from('{"a":"é"}\n{"b":2}\n\n{"c"');
  const ended = await stream((response) => {
    response.write(bytes.subarray(0, 7), () => setImmediate(() => response.end(bytes.subarray(7))));
  });
  expect(ended).toEqual({ state: "ok", body: null });
  expect(lines).toEqual(['{"a":"é"}', '{"b":2}']);

  expect(await stream((response) => void response.write("1\n", () => response.socket?.destroy()))).toMatchObject({
    state: "unreachable",
    message: expect.stringMatching(/broke off/),
  });
  expect(lines).toEqual(["1"]);
  expect(await stream((response) => void response.write("x".repeat(2_000)))).toMatchObject({
    state: "unreachable",
    message: expect.stringMatching(/a line of the answer is longer/),
  });
  expect(await stream((response) => void response.write("1\n"))).toMatchObject({
    state: "slow",
    message: expect.stringMatching(/said nothing for 1 s/),
  });
  server.answer("/watch", failure(410, "too old resource version"));
  expect(await connection.stream("/watch", () => undefined, never)).toMatchObject({ state: "unreachable", status: 410 });
  expect(await connection.get("/none", never)).toMatchObject({ state: "notFound" });
});

test.each<[string, string, RegExp]>([
  ["server.crt.pem", "", /signed by an unknown authority: check certificate-authority of cluster "c"$/],
  [
    "otherHost.crt.pem",
    "otherHost.crt.pem",
    /not for 127\.0\.0\.1 but for other\.example: check server and tls-server-name of cluster "c"$/,
  ],
  ["expired.crt.pem", "expired.crt.pem", /expired: renew it, or check this computer's clock$/],
])("the certificate %s trusted by %s", async (certificate, trusted, message) => {
  const cluster = trusted === "" ? {} : { "certificate-authority": dataFile(trusted) };
  const { connection } = await start({ tls: true, certificate: dataFile(certificate), cluster });
  expect(await connection.get("/x", never)).toMatchObject({ state: "unreachable", message: expect.stringMatching(message) });
});

test("a server without TLS is named as such", async () => {
  const plain = await startApiServer();
  toClose.push(() => plain.close());
  const { connection } = await start({ cluster: { server: plain.url.replace("http:", "https:") } });
  expect(await connection.get("/x", never)).toMatchObject({
    message: expect.stringMatching(/does not speak TLS: is server of cluster "c" meant to be http:/),
  });
});

test("nothing of the user is sent without TLS", async () => {
  const { server, connection } = await start({ user: { token: "t", as: "jane" } });
  server.answer("/x", { body: {} });
  expect(await connection.get("/x", never)).toMatchObject({ state: "ok" });
  expect(server.lastHeaders()).not.toHaveProperty("authorization");
  expect(server.lastHeaders()).not.toHaveProperty("impersonate-user");
});

test("only a dry run and the question what we may do are sent besides reads", async () => {
  const { server, connection } = await start();
  const review = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  server.answer(review, { status: 201, body: {} });
  server.answer("/x?dryRun=All", { body: {} });
  expect(await connection.send({ method: "POST", path: review, body: "{}", contentType: "application/json" }, never)).toMatchObject({
    state: "ok",
  });
  expect(
    await connection.send({ method: "PATCH", path: "/x?dryRun=All", body: "{}", contentType: "application/apply-patch+yaml" }, never),
  ).toMatchObject({ state: "ok" });
  for (const [method, path] of [
    ["PATCH", "/x"],
    ["PATCH", "/x?dryRun=None"],
    ["PATCH", "/x?dryRun=All&dryRun="],
    ["PATCH", "/x?a=dryRun=All"],
    ["POST", "/x?dryRun=All"],
    ["POST", `/x/..${review}/x`],
  ] as const) {
    await expect(connection.send({ method, path }, never)).rejects.toThrow(/could change the cluster/);
  }
  expect(server.requests).toHaveLength(2);
});
