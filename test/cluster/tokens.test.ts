/** A token of the real server that is no longer valid: the person is signed out, says nothing that is not known, and is back with the next token. */
import { afterAll, expect, test, vi } from "vitest";
import { folderWith } from "../support/folder.ts";
import { startWire } from "../support/wire.ts";
import { sharedServer } from "./sharedServer.ts";

const cluster = sharedServer();
const uri = "file:///tokens/configmap.yaml";
const manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: tokens}\ndata: {key: of-the-file}\n";
const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "robot", namespace: "default" } };
const accountPath = "/api/v1/namespaces/default/serviceaccounts/robot";
const toClose: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of toClose) await close();
});

async function newToken(): Promise<string> {
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const answer = await cluster.must({ method: "POST", path: `${accountPath}/token`, body });
  return (answer as { readonly status: { readonly token: string } }).status.token;
}

test("a token file whose token expires is read again", { timeout: 60_000 }, async () => {
  await cluster.create(account);
  await cluster.create({
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: "robot" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "read-only" },
    subjects: [{ kind: "ServiceAccount", name: "robot", namespace: "default" }],
  });
  const live = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "tokens", namespace: "default" }, data: { key: "live" } };
  await cluster.create(live, "others");
  const folder = folderWith({ token: await newToken() });
  const kubeconfig = folder.write(
    "config",
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      "current-context": "robot",
      clusters: [{ name: "test", cluster: { server: cluster.url, "certificate-authority": cluster.authority } }],
      users: [{ name: "robot", user: { tokenFile: "token" } }],
      contexts: [{ name: "robot", context: { cluster: "test", user: "robot", namespace: "default" } }],
    }),
  );
  const editor = await startWire({
    settings: { cluster: { connect: "auto", kubeconfig }, apply: { manager: "team-cd", with: "server-side" } },
  });
  toClose.push(() => editor.stop());
  await editor.open(uri, manifest);
  await editor.until(
    () => editor.diagnostics(uri),
    (found) => found.length === 1,
  );

  // Its tokens end with the account; the server remembers for some seconds that it let them in.
  await cluster.must({ method: "DELETE", path: accountPath });
  const saved = async (): Promise<string | undefined> => {
    await editor.save(uri);
    return editor.statuses.get(uri)?.text;
  };
  await vi.waitFor(async () => expect(await saved()).toMatch(/^robot \/ default · signed out, read /), { timeout: 30_000, interval: 500 });
  expect(editor.statuses.get(uri)?.tooltip).toContain(`takes its token from ${folder.root}/token`);
  expect(await editor.diagnostics(uri)).toEqual([]);

  await cluster.create(account);
  folder.write("token", await newToken());
  await vi.waitFor(async () => expect(await saved()).toBe("robot / default · as team-cd"), { timeout: 30_000, interval: 500 });
  expect(await editor.diagnostics(uri)).toHaveLength(1);
});
