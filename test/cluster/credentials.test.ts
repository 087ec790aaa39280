/** What a request carries is what kubectl sends with the same kubeconfig, and what it refuses we refuse. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, expect, inject, test } from "vitest";
import { type ApiServer, startApiServer } from "../support/apiServer.ts";
import { connectTo } from "../support/connectTo.ts";
import { credentialCases, exec } from "../support/credentialCases.ts";
import { sentTo, writeCase } from "../support/credentialRun.ts";

const { kubectlPath } = inject("clusterAddress");
const server: ApiServer = await startApiServer({ tls: true });
server.answer("/version", { body: {} });
afterAll(() => server.close());

async function askedByKubectl(kubeconfig: string): Promise<Record<string, string> | "refused"> {
  const env = { PATH: process.env.PATH, HOME: "/none", KUBECONFIG: kubeconfig };
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
