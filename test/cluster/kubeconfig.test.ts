/** Kubeconfig files as kubectl reads them: what our reader makes of each case is what `kubectl config view` says of the same files. */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { folderWith } from "../support/folder.ts";
import { kubeconfigCases } from "../support/kubeconfigCases.ts";

interface View {
  readonly "current-context": string;
  readonly contexts: readonly { readonly name: string; readonly context: Fields }[] | null;
  readonly clusters: readonly { readonly name: string; readonly cluster: Fields }[] | null;
  readonly users: readonly { readonly name: string; readonly user: Fields & { readonly exec?: Fields } }[] | null;
}
type Fields = Readonly<Record<string, string>>;

const { kubectlPath } = inject("clusterAddress");

test.each(kubeconfigCases)("$name", ({ files, list, means, refused }) => {
  const { root } = folderWith(files);
  const listed = list.map((element) =>
    element === "" || path.isAbsolute(element) || element.startsWith("~") ? element : path.join(root, element),
  );
  const env = { KUBECONFIG: listed.join(path.delimiter), HOME: root };
  const view = (): View =>
    JSON.parse(execFileSync(kubectlPath, ["config", "view", "--raw", "-o", "json"], { env, stdio: "pipe", encoding: "utf8" }));
  if (refused !== undefined) {
    expect(view).toThrow(/error loading config file|error: /);
    return;
  }
  const { contexts, clusters, users, "current-context": current } = view();
  // The view shows paths as they are written; where they lead to is tested with requests.
  const beside = (file: string | undefined): string => path.basename(file ?? "");
  const lines = (contexts ?? []).map(({ name, context }) => {
    const cluster = clusters?.find((item) => item.name === context.cluster)?.cluster ?? {};
    const user = users?.find((item) => item.name === context.user)?.user;
    const said = {
      token: user?.token,
      authority: beside(cluster["certificate-authority"]),
      tokenFile: beside(user?.tokenFile),
      certificate: beside(user?.["client-certificate"]),
      key: beside(user?.["client-key"]),
      command: beside(user?.exec?.command),
    };
    const rest = Object.entries(said).flatMap(([key, value]) => (value ? [` ${key}=${value}`] : []));
    return `${name === current ? "*" : " "} ${name} ${cluster.server} ${context.namespace ?? "default"}${rest.join("")}`;
  });
  const expected = (means ?? []).map((line) => line.replace(/=\S*\//g, "="));
  expect(lines.sort()).toEqual(expected.sort());
});
