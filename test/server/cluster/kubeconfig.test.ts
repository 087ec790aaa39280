import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { kubeconfigFiles, readKubeconfig, resolveTarget } from "../../../server/cluster/kubeconfig.ts";
import { createKubeconfigs } from "../../../server/cluster/kubeconfigs.ts";
import { folderWith } from "../../support/folder.ts";
import { kubeconfigCases } from "../../support/kubeconfigCases.ts";

const noTarget = { kubeconfig: undefined, context: undefined, namespace: undefined };

test.each(kubeconfigCases)("$name", ({ files, list, means, refused }) => {
  const { root } = folderWith(files);
  const listed = list.map((element) =>
    element === "" || path.isAbsolute(element) || element.startsWith("~") ? element : path.join(root, element),
  );
  const read = readKubeconfig(kubeconfigFiles(undefined, { KUBECONFIG: listed.join(path.delimiter) }));
  if ("problem" in read) {
    expect(read.problem).toMatch(refused ?? /^no problem$/);
    expect(read.problem).not.toMatch(/secret-word/);
    return;
  }
  const { contexts, currentContext } = read.value;
  const beside = (file: string): string => (file.startsWith(root) ? path.relative(root, file) : file);
  const lines = [...contexts.keys()].sort().map((context) => {
    const resolved = resolveTarget(read.value, { ...noTarget, context });
    if ("problem" in resolved) return resolved.problem;
    const { cluster, user, namespace } = resolved.value;
    const said = {
      token: user?.token,
      authority: beside(cluster.authorityFile),
      tokenFile: beside(user?.tokenFile ?? ""),
      certificate: beside(user?.certificateFile ?? ""),
      key: beside(user?.keyFile ?? ""),
      command: beside(user?.exec?.command ?? ""),
    };
    const rest = Object.entries(said).flatMap(([key, value]) => (value ? [` ${key}=${value}`] : []));
    return `${context === currentContext ? "*" : " "} ${context} ${cluster.server} ${namespace}${rest.join("")}`;
  });
  expect(lines).toEqual(means);
});

test.each<[string, string, object, string]>([
  ["no current-context", "contexts: []", {}, "The kubeconfig FILE sets no current-context: choose one with kubectl config use-context"],
  [
    "an unknown context",
    "contexts: [{name: a}, {name: b}, {name: c}, {name: d}, {name: e}, {name: f}]",
    { context: "nowhere" },
    'The kubeconfig FILE has no context "nowhere": it has a, b, c, d, e and 1 more',
  ],
  [
    "a context of no cluster",
    "current-context: x\ncontexts: [{name: x, context: {cluster: gone, user: u}}]\n",
    {},
    'Context "x" names cluster "gone", which the kubeconfig FILE has not',
  ],
  [
    "a context of no user",
    "current-context: x\ncontexts: [{name: x, context: {cluster: c, user: gone}}]\nclusters: [{name: c}]\n",
    {},
    'Context "x" names user "gone", which the kubeconfig FILE has not',
  ],
])("%s is said with its file", (_, text, target, problem) => {
  const { write } = folderWith();
  const file = write("config", text);
  const found = createKubeconfigs({ env: {}, serviceAccount: "/none" }).resolve({ ...noTarget, kubeconfig: file, ...target });
  expect(found).toEqual({ problem: problem.replace("FILE", file) });
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
