import { afterEach, expect, test } from "vitest";
import { clusterEntry } from "../../../server/cluster/kubeconfigEntries.ts";
import { proxyFor } from "../../../server/cluster/proxyFor.ts";
import { type ApiServer, certificateFile, startApiServer } from "../../support/apiServer.ts";
import { connectTo } from "../../support/connectTo.ts";
import { type PlayedProxy, type ProxyOptions, startHttpProxy, startSocksProxy } from "../../support/proxies.ts";

const never = new AbortController().signal;
const toClose: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of toClose.splice(0).reverse()) await one.close();
});

async function kept<T extends { close(): Promise<void> }>(started: Promise<T>): Promise<T> {
  const one = await started;
  toClose.push(one);
  return one;
}

async function ask(server: ApiServer, cluster: object, env: Record<string, string> = {}, times = 1): Promise<unknown> {
  const connection = connectTo(server.kubeconfig({ "certificate-authority": certificateFile, ...cluster }, { token: "t" }), { env });
  if ("problem" in connection) return connection.problem;
  let got: unknown;
  for (let time = 0; time < times; time++) {
    const answer = await connection.value.get("/x", never);
    got = "message" in answer ? answer.message : answer.state;
  }
  connection.value.close();
  return got;
}

async function startServer(): Promise<ApiServer> {
  const server = await kept(startApiServer({ tls: true }));
  server.answer("/x", { body: {} });
  return server;
}

const proxies: readonly (readonly [string, string, (options?: ProxyOptions) => Promise<PlayedProxy>])[] = [
  ["http", "http:", startHttpProxy],
  ["https", "https:", (options) => startHttpProxy({ tls: true, ...options })],
  ["socks5", "socks5:", startSocksProxy],
];

test.each(proxies)("an %s proxy carries one tunnel for many requests", async (_, scheme, start) => {
  const server = await startServer();
  const proxy = await kept(start());
  expect(await ask(server, { "proxy-url": `${scheme}//${proxy.host}` }, {}, 3)).toBe("ok");
  expect(proxy.tunnels).toEqual([new URL(server.url).host]);
  expect(server.requests).toHaveLength(3);
  expect(server.lastHeaders().authorization).toBe("Bearer t");
});

test.each(proxies)("an %s proxy with user and password", async (_, scheme, start) => {
  const server = await startServer();
  const proxy = await kept(start({ signIn: "me:p@ss" }));
  expect(await ask(server, { "proxy-url": `${scheme}//me:p%40ss@${proxy.host}` })).toBe("ok");
  const refused = await ask(server, { "proxy-url": `${scheme}//${proxy.host}` });
  expect(refused).toMatch(new RegExp(`cannot be reached: the proxy ${proxy.host} (answered 407 .*: put user|wants a user and password)`));
  const wrong = await ask(server, { "proxy-url": `${scheme}//me:secret-word@${proxy.host}` });
  expect(wrong).toMatch(/answered 407|does not accept user and password/);
  expect(wrong).not.toMatch(/secret-word/);
});

test("the name of the server is looked up by the proxy, and checked in the certificate", async () => {
  const server = await startServer();
  const to = new URL(server.url).host;
  for (const start of [startHttpProxy, startSocksProxy]) {
    const proxy = await kept(start({ to }));
    const scheme = start === startHttpProxy ? "http" : "socks5";
    const away = { server: "https://api.nowhere.example:6443", "proxy-url": `${scheme}://${proxy.host}` };
    expect(await ask(server, { ...away, "tls-server-name": "localhost" })).toBe("ok");
    expect(await ask(server, away)).toMatch(/certificate is not for api\.nowhere\.example but for 127\.0\.0\.1, localhost/);
    expect(proxy.tunnels).toEqual(["api.nowhere.example:6443", "api.nowhere.example:6443"]);
  }
});

test.each(proxies)("behind an %s proxy a certificate must be for the server's address", async (_, scheme, start) => {
  const server = await startServer();
  const proxy = await kept(start({ to: new URL(server.url).host }));
  const away = { "proxy-url": `${scheme}//${proxy.host}` };
  expect(await ask(server, { ...away, server: "https://10.1.2.3:6443" })).toMatch(
    /certificate is not for 10\.1\.2\.3 but for 127\.0\.0\.1/,
  );
  expect(await ask(server, { ...away, server: "https://[fd00::1]:6443" })).toMatch(/certificate is not for fd00::1 but for/);
  expect(await ask(server, { ...away, server: "https://[fd00::1]:6443", "tls-server-name": "localhost" })).toBe("ok");
  expect(proxy.tunnels).toEqual(["10.1.2.3:6443", "[fd00::1]:6443", "[fd00::1]:6443"]);
});

test("a proxy with TLS is trusted by what the server is", async () => {
  const server = await startServer();
  const proxy = await kept(startHttpProxy({ tls: true }));
  const unknown = { "proxy-url": `https://${proxy.host}`, "certificate-authority": undefined };
  expect(await ask(server, unknown)).toMatch(/its or its proxy's certificate is signed by an unknown authority/);
  expect(proxy.tunnels).toEqual([]);
});

test("a server without TLS goes through a tunnel too", async () => {
  const server = await kept(startApiServer());
  server.answer("/x", { body: {} });
  for (const start of [startHttpProxy, startSocksProxy]) {
    const proxy = await kept(start());
    const connection = connectTo(server.kubeconfig({ "proxy-url": `${start === startHttpProxy ? "http" : "socks5"}://${proxy.host}` }));
    expect("value" in connection && (await connection.value.get("/x", never)).state).toBe("ok");
    expect(proxy.tunnels).toHaveLength(1);
    if ("value" in connection) connection.value.close();
  }
});

test("a proxy or server that is not there is named", async () => {
  const server = await startServer();
  expect(await ask(server, { "proxy-url": "http://127.0.0.1:1" })).toMatch(
    /cannot be reached: the proxy 127\.0\.0\.1:1 refuses connections$/,
  );
  const socks = await kept(startSocksProxy({ to: "127.0.0.1:1" }));
  expect(await ask(server, { "proxy-url": `socks5://${socks.host}` })).toMatch(/the proxy .* says that the server refuses connections$/);
});

test("the environment's proxy is used for servers elsewhere", async () => {
  const server = await startServer();
  const proxy = await kept(startHttpProxy({ to: new URL(server.url).host }));
  const away = { server: "https://10.1.2.3:6443", "tls-server-name": "localhost" };
  expect(await ask(server, away, { HTTPS_PROXY: `http://${proxy.host}` })).toBe("ok");
  expect(await ask(server, {}, { HTTPS_PROXY: `http://${proxy.host}` })).toBe("ok");
  expect(proxy.tunnels).toEqual(["10.1.2.3:6443"]);
});

const env = { HTTPS_PROXY: "proxy:3128", http_proxy: "http://plain:1" };

test.each<[string, object, string | undefined]>([
  ["https://api.example.com:6443", env, "http://proxy:3128/"],
  ["http://api.example.com", env, "http://plain:1/"],
  ["https://api.example.com", { https_proxy: "socks5://s:1" }, "socks5://s:1"],
  ["https://api.example.com", {}, undefined],
  ["https://localhost:6443", env, undefined],
  ["https://127.9.9.9", env, undefined],
  ["https://[::1]:6443", env, undefined],
  ["https://api.example.com", { ...env, NO_PROXY: "*" }, undefined],
  ["https://api.example.com", { ...env, NO_PROXY: "example.com" }, undefined],
  ["https://api.example.com", { ...env, no_proxy: "other, .example.com" }, undefined],
  ["https://example.com", { ...env, NO_PROXY: ".example.com" }, "http://proxy:3128/"],
  ["https://example.com", { ...env, NO_PROXY: "*.example.com" }, "http://proxy:3128/"],
  ["https://badexample.com", { ...env, NO_PROXY: "example.com" }, "http://proxy:3128/"],
  ["https://api.example.com:6443", { ...env, NO_PROXY: "api.example.com:6443" }, undefined],
  ["https://api.example.com", { ...env, NO_PROXY: "api.example.com:443" }, undefined],
  ["https://api.example.com:6443", { ...env, NO_PROXY: "api.example.com:443" }, "http://proxy:3128/"],
  ["https://10.1.2.3:6443", { ...env, NO_PROXY: "10.0.0.0/8" }, undefined],
  ["https://10.1.2.3:6443", { ...env, NO_PROXY: "10.1.2.3" }, undefined],
  ["https://11.1.2.3:6443", { ...env, NO_PROXY: "10.0.0.0/8,bad/9,::/99" }, "http://proxy:3128/"],
  ["https://[fd00::1]:6443", { ...env, NO_PROXY: "fd00::/8" }, undefined],
  ["https://[fd00::1]:6443", { ...env, NO_PROXY: "[fd00::1]:6443" }, undefined],
])("the proxy to %s with %j is %s", (server, environment, proxy) => {
  const cluster = clusterEntry("c", new Map([["server", server]]), "/", []);
  const found = proxyFor(cluster, new URL(server), environment as Record<string, string>);
  expect("value" in found && found.value?.href).toBe(proxy);
});

test("a proxy of the cluster wins over every exception; one that is none is a problem without its password", () => {
  const withProxy = (url: string): unknown =>
    proxyFor(clusterEntry("c", new Map([["proxy-url", url]]), "/", []), new URL("https://localhost"), { NO_PROXY: "*" });
  expect(withProxy("http://mine:1")).toEqual({ value: new URL("http://mine:1") });
  expect(withProxy("me:secret-word@mine")).toEqual({ problem: 'proxy-url of cluster "c" is no http://, https:// or socks5://HOST:PORT' });
});
