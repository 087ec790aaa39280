/** What a request carries is what kubectl sends with the same kubeconfig, and what it refuses we refuse. */
import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, inject, test } from "vitest";
import { type ApiServer, startApiServer } from "../support/apiServer.ts";
import { connectTo } from "../support/connectTo.ts";
import { credentialCases, exec } from "../support/credentialCases.ts";
import { sentTo, writeCase } from "../support/credentialRun.ts";
import { folderWith } from "../support/folder.ts";
import { kuberc, pluginPolicies } from "../support/pluginPolicies.ts";
import { startHttpProxy, startSocksProxy } from "../support/proxies.ts";

const { kubectlPath } = inject("clusterAddress");
const server: ApiServer = await startApiServer({ tls: true });
server.answer("/version", { body: {} });
afterAll(() => server.close());

async function askedByKubectl(kubeconfig: string, more: Record<string, string> = {}): Promise<Record<string, string> | "refused"> {
  const env = { PATH: process.env.PATH, HOME: "/none", KUBECONFIG: kubeconfig, ...more };
  const asked = promisify(execFile)(kubectlPath, ["get", "--raw", "/version"], { env, timeout: 10_000 });
  // It would wait for a user name to be typed.
  asked.child.stdin?.end();
  return asked.then(
    () => sentTo(server),
    () => "refused" as const,
  );
}

test.each(credentialCases)("$name", async (tried) => {
  expect(await askedByKubectl(writeCase(tried, server))).toEqual(tried.sent ?? "refused");
});

test("a plugin is told the same of its cluster", async () => {
  const plugin = `#!/bin/sh
token=$(printf %s "$KUBERNETES_EXEC_INFO" | base64 -w0)
echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"'$token'"}}'
`;
  const extensions = [{ name: "client.authentication.k8s.io/exec", extension: { apiVersion: "x/v1", audience: "a", list: [1, true] } }];
  for (const cluster of [{ extensions }, { "tls-server-name": "localhost", "disable-compression": true }, {}]) {
    for (const provideClusterInfo of [true, false]) {
      const kubeconfig = writeCase({ name: "", cluster, user: exec({ provideClusterInfo }), files: { plugin } }, server);
      const told = (sent: Record<string, string> | string): unknown => {
        const { authorization = "" } = sent as Record<string, string>;
        return JSON.parse(Buffer.from(authorization.replace("Bearer ", ""), "base64").toString("utf8"));
      };
      const byKubectl = told(await askedByKubectl(kubeconfig));
      const connection = connectTo(kubeconfig);
      if ("problem" in connection) throw new Error(connection.problem);
      await connection.value.get("/version", new AbortController().signal);
      connection.value.close();
      expect(told(sentTo(server))).toEqual(byKubectl);
    }
  }
});

test.each(pluginPolicies)("a kuberc with %s lets the plugin run or not", async (_, fields, command, runs) => {
  const { root: HOME } = folderWith({ ".kube/kuberc": kuberc(fields) });
  // The plugin tells by its argument that it ran; it gives no credentials.
  const ran = join(HOME, "ran");
  const user = exec({ command, args: ["touch", ran] });
  const kubeconfig = writeCase({ name: "", user }, server);
  await askedByKubectl(kubeconfig, { HOME });
  expect(existsSync(ran)).toBe(runs);
  rmSync(ran, { force: true });
  const connection = connectTo(kubeconfig, { env: { PATH: process.env.PATH, HOME } });
  if ("problem" in connection) throw new Error(connection.problem);
  await connection.value.get("/version", new AbortController().signal);
  connection.value.close();
  expect(existsSync(ran)).toBe(runs);
});

test("the same proxies are used, whoever names them", async () => {
  const to = new URL(server.url).host;
  const kinds = [
    ["http", await startHttpProxy({ to })],
    ["https", await startHttpProxy({ to, tls: true })],
    ["socks5", await startSocksProxy({ to })],
  ] as const;
  const away = { server: "https://10.1.2.3:6443", "tls-server-name": "localhost" };
  for (const [scheme, proxy] of kinds) {
    const url = `${scheme}://${proxy.host}`;
    const named = writeCase({ name: "", cluster: { ...away, "proxy-url": url }, user: { token: "t" } }, server);
    const unnamed = writeCase({ name: "", cluster: away, user: { token: "t" } }, server);
    for (const [kubeconfig, env] of [
      [named, { NO_PROXY: "*" }],
      [unnamed, { HTTPS_PROXY: url }],
      [unnamed, { https_proxy: url, no_proxy: "10.2.0.0/16,10.1.2.3:1" }],
    ] as const) {
      expect(await askedByKubectl(kubeconfig, env)).toEqual({ authorization: "Bearer t" });
      const connection = connectTo(kubeconfig, { env });
      if ("problem" in connection) throw new Error(connection.problem);
      expect(await connection.value.get("/version", new AbortController().signal)).toMatchObject({ state: "ok" });
      connection.value.close();
    }
    expect(proxy.tunnels).toEqual(Array.from({ length: 6 }, () => "10.1.2.3:6443"));
    await proxy.close();
  }
});
