import path from "node:path";
import { expect, test } from "vitest";
import { createKubeconfigs } from "../../../server/cluster/kubeconfigs.ts";
import { folderWith } from "../../support/folder.ts";

const target = { kubeconfig: undefined, context: undefined, namespace: undefined };

function config(namespace: string): string {
  return `current-context: x
contexts: [{name: x, context: {cluster: c, user: u${namespace === "" ? "" : `, namespace: ${namespace}`}}}, {name: z}]
clusters: [{name: c, cluster: {server: "https://x:6443"}}]
users: [{name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin}}}]
`;
}

test("a target is described with its namespace's source and the program it would run", () => {
  const { root, write } = folderWith();
  const file = write("config", config("shop"));
  const kubeconfigs = createKubeconfigs({ env: { KUBECONFIG: file }, serviceAccount: "/none" });
  const said = { context: "x", cluster: "c", server: "https://x:6443", contexts: 2, executes: path.join(root, "plugin") };
  expect(kubeconfigs.describe(target)).toEqual({ ...said, namespace: "shop", namespaceFrom: "context" });
  expect(kubeconfigs.describe({ ...target, namespace: "mine" })).toEqual({ ...said, namespace: "mine", namespaceFrom: "setting" });
  write("config", config(""));
  expect(kubeconfigs.describe(target)).toEqual({ ...said, namespace: "default", namespaceFrom: "default" });
});

test("a file that changes, appears or goes is noticed at once", () => {
  const { root, write } = folderWith();
  const file = path.join(root, "config");
  const kubeconfigs = createKubeconfigs({ env: { KUBECONFIG: file }, serviceAccount: "/none" });
  expect(kubeconfigs.resolve(target)).toEqual({ problem: `No kubeconfig: ${file} does not exist` });
  write("config", config("one"));
  expect(kubeconfigs.describe(target)).toMatchObject({ namespace: "one" });
  write("config", config("two"));
  expect(kubeconfigs.describe(target)).toMatchObject({ namespace: "two" });
  write("config", "clusters: {}");
  expect(kubeconfigs.describe(target)).toEqual({ problem: `Kubeconfig ${file} is malformed: clusters is not a list` });
});

const pod = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443", KUBECONFIG: "/none/config" };
const inPod = { context: "in-cluster", cluster: "in-cluster", server: "https://10.0.0.1:443", contexts: 1, executes: undefined };

test.each<[string, Record<string, string>, Record<string, string>, object, object]>([
  ["its namespace", {}, { namespace: "mine\n" }, {}, { ...inPod, namespace: "mine", namespaceFrom: "pod" }],
  [
    "the environment's namespace",
    { POD_NAMESPACE: "env" },
    { namespace: "mine" },
    {},
    { ...inPod, namespace: "env", namespaceFrom: "pod" },
  ],
  ["no namespace", {}, {}, {}, { ...inPod, namespace: "default", namespaceFrom: "default" }],
  ["the setting's namespace", {}, { namespace: "mine" }, { namespace: "set" }, { ...inPod, namespace: "set", namespaceFrom: "setting" }],
  ["an IPv6 address", { KUBERNETES_SERVICE_HOST: "fd00::1" }, {}, {}, { server: "https://[fd00::1]:443" }],
  ["another context", {}, {}, { context: "prod" }, { problem: expect.stringMatching(/no context "prod"/) }],
  ["a kubeconfig set", {}, {}, { kubeconfig: "/none/set" }, { problem: "No kubeconfig: /none/set does not exist" }],
  ["no service account", {}, { token: "" }, { kubeconfig: undefined }, { server: "https://10.0.0.1:443" }],
  ["no pod", { KUBERNETES_SERVICE_HOST: "" }, {}, {}, { problem: "No kubeconfig: /none/config does not exist" }],
])("without a kubeconfig a pod's own cluster is meant: %s", (_, env, files, more, expected) => {
  const { root } = folderWith({ token: "t", ...files });
  const kubeconfigs = createKubeconfigs({ env: { ...pod, ...env }, serviceAccount: root });
  expect(kubeconfigs.describe({ ...target, ...more })).toMatchObject(expected);
});

test("a kubeconfig with anything in it wins over the pod, an empty one does not", () => {
  const { root, write } = folderWith({ token: "t", "ca.crt": "c" });
  const file = write("config", "");
  const kubeconfigs = createKubeconfigs({ env: { ...pod, KUBECONFIG: file }, serviceAccount: root });
  expect(kubeconfigs.resolve(target)).toMatchObject({
    value: { cluster: { authorityFile: path.join(root, "ca.crt") }, user: { tokenFile: path.join(root, "token") } },
  });
  write("config", config("shop"));
  expect(kubeconfigs.describe(target)).toMatchObject({ context: "x" });
});
