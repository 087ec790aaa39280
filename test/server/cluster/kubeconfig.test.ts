import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { kubeconfigFiles, readKubeconfig, resolveTarget } from "../../../server/cluster/kubeconfig.ts";
import { printJson } from "../../../shared/fieldpath/json.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "kubeconfig-"));
const write = (name: string, text: string): string => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

const a = write(
  "a/config",
  `apiVersion: v1
kind: Config
clusters:
- name: shared
  cluster: {server: "https://a.example.test:6443", certificate-authority: pki/ca.pem}
contexts:
- name: from-a
  context: {cluster: shared, user: ua, namespace: ns-a}
users:
- name: ua
  user: {token: tok-a}
`,
);
const b = write(
  "b/config",
  `apiVersion: v1
kind: Config
current-context: from-b
clusters:
- name: shared
  cluster: {server: "https://b.example.test:6443", insecure-skip-tls-verify: true}
- name: only-b
  cluster: {server: "https://10.0.0.9:6443"}
contexts:
- name: from-b
  context: {cluster: only-b, user: ub}
- name: from-a
  context: {cluster: only-b, user: ub, namespace: ns-b}
users:
- name: ub
  user: {token: tok-b}
`,
);
const missing = path.join(folder, "missing");
const noTarget = { kubeconfig: undefined, context: undefined, namespace: undefined };

function resolved(files: readonly string[], target: Partial<typeof noTarget> | { context?: string; namespace?: string } = {}): unknown {
  const read = readKubeconfig(files);
  const found = "problem" in read ? read : resolveTarget(read.value, { ...noTarget, ...target });
  if ("problem" in found) return found.problem;
  const { context, namespace, cluster, user } = found.value;
  return { context, namespace, folder: path.basename(cluster.folder), cluster: JSON.parse(printJson(cluster.body)), user: user?.name };
}

test("the first definition of a name wins as a whole, the first current-context too, missing files are ignored", () => {
  expect(resolved([a, b, missing])).toEqual({
    context: "from-b",
    namespace: "default",
    folder: "b",
    cluster: { server: "https://10.0.0.9:6443" },
    user: "ub",
  });
  expect(resolved([a, b], { context: "from-a" })).toEqual({
    context: "from-a",
    namespace: "ns-a",
    folder: "a",
    cluster: { server: "https://a.example.test:6443", "certificate-authority": "pki/ca.pem" },
    user: "ua",
  });
});

test.each<[string, () => unknown, unknown]>([
  ["a namespace asked for wins", () => resolved([b], { namespace: "other" }), expect.objectContaining({ namespace: "other" })],
  [
    "a byte order mark",
    () =>
      resolved([
        write(
          "bom",
          `\uFEFFcurrent-context: x\ncontexts: [{name: x, context: {cluster: c}}]\nclusters: [{name: c, cluster: {server: "https://x"}}]\n`,
        ),
      ]),
    expect.objectContaining({ context: "x", user: undefined }),
  ],
  [
    "a broken second file",
    () => resolved([a, write("broken", "clusters: [\n  token: secret-word")]),
    `Kubeconfig ${path.join(folder, "broken")} is not valid YAML`,
  ],
  ["a file that is a list", () => resolved([write("list", "- a\n")]), `Kubeconfig ${path.join(folder, "list")} is not valid YAML`],
  ["a folder in place of a file", () => resolved([folder]), `Kubeconfig ${folder} cannot be read (EISDIR)`],
  ["nothing at all", () => resolved([missing]), `No kubeconfig: ${missing} does not exist`],
  ["an empty file", () => resolved([write("empty", "")]), `The kubeconfig ${path.join(folder, "empty")} sets no current-context`],
  ["no current-context", () => resolved([a]), `The kubeconfig ${a} sets no current-context`],
  ["an unknown context", () => resolved([a, b], { context: "nowhere" }), 'The kubeconfig has no context "nowhere"'],
  [
    "a context of no cluster",
    () => resolved([write("no-cluster", "current-context: x\ncontexts: [{name: x, context: {cluster: gone, user: u}}]\n")]),
    'Context "x" of the kubeconfig names cluster "gone", which is not there',
  ],
  [
    "a context of no user",
    () =>
      resolved([
        write(
          "no-user",
          "current-context: x\ncontexts: [{name: x, context: {cluster: c, user: gone}}]\nclusters: [{name: c, cluster: {server: 'https://x'}}]\n",
        ),
      ]),
    'Context "x" of the kubeconfig names user "gone", which is not there',
  ],
  [
    "a name twice in one file",
    () => resolved([write("twice", "users: [{name: u, user: {}}, {name: u, user: {}}]\n")]),
    `Kubeconfig ${path.join(folder, "twice")}: user "u" is defined twice`,
  ],
])("%s", (_, actual, expected) => {
  expect(actual()).toEqual(expected);
});

test.each<[string | undefined, Record<string, string>, readonly string[]]>([
  [undefined, { KUBECONFIG: ["a/config", "b/config", "/missing"].join(path.delimiter) }, ["a/config", "b/config", "/missing"]],
  [undefined, { KUBECONFIG: ["", "b/config", ""].join(path.delimiter) }, ["b/config"]],
  [undefined, { KUBECONFIG: "~/x" }, ["~/x"]],
  [undefined, { KUBECONFIG: "" }, [path.join(os.homedir(), ".kube", "config")]],
  [undefined, {}, [path.join(os.homedir(), ".kube", "config")]],
  ["/set", { KUBECONFIG: "a/config" }, ["/set"]],
  ["~/set", {}, [path.join(os.homedir(), "set")]],
])("files of setting %j and environment %j", (setting, env, files) => {
  expect(kubeconfigFiles(setting, env)).toEqual(files);
});
