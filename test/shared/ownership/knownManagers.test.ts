import { describe, expect, test } from "vitest";
import { comesBack } from "../../../shared/ownership/comesBack.ts";
import { knownManager, noteOn, whoIs } from "../../../shared/ownership/knownManagers.ts";

const identity = (manager: string, operation: "Apply" | "Update" = "Update", subresource = "") => ({
  manager,
  operation,
  subresource,
  apiVersion: "apps/v1",
});

describe("who stands behind a name", () => {
  test.each([
    ["kube-controller-manager", "Update", "scale", "a HorizontalPodAutoscaler"],
    ["kube-controller-manager", "Update", "status", "the control plane's controllers"],
    ["kubectl", "Update", "scale", "kubectl scale, by hand"],
    ["kubectl", "Apply", "", "kubectl apply --server-side"],
    ["helm", "Apply", "", "Helm 4"],
    ["helm", "Update", "", "Helm, client-side"],
    ["pulumi-kubernetes-1a2b3c4d", "Apply", "", "Pulumi"],
    ["kube-proxy", "Update", "", "a part of Kubernetes"],
    ["my-sidecar-injector", "Update", "", "an injector"],
    ["before-first-apply", "Update", "", "all that was there before ownership was recorded"],
    ["team-cd", "Apply", "", undefined],
    ["kubectlish", "Update", "", undefined],
    ["__proto__", "Update", "", undefined],
  ] as const)("%s (%s, %s): %s", (manager, operation, subresource, is) => {
    expect(knownManager(identity(manager, operation, subresource))?.is).toBe(is);
  });

  test("the name of an HTTP library is no controller, whatever it scaled", () => {
    const known = knownManager(identity("node-fetch", "Update", "scale"));
    expect(known?.is).toBe("a program in JavaScript, such as a desktop client");
    expect(known?.returns).toBe("maybe");
  });

  test.each(
    ["create", "edit", "patch", "replace", "set", "label", "annotate", "taint", "rollout", "run", "expose", "autoscale"].map(
      (verb) => `kubectl-${verb}`,
    ),
  )("%s does not come back", (manager) => expect(knownManager(identity(manager))?.returns).toBe("no"));
});

test.each([
  [identity("hpa", "Update", "scale"), "hpa may write it again"],
  [identity("node-fetch", "Update", "scale"), "node-fetch may write it again when it runs again"],
  [identity("kubectl", "Update", "scale"), "kubectl will not come back for it"],
  [identity("kube-controller-manager", "Update", "scale"), "kube-controller-manager writes it again at its next adjustment"],
  [identity("some-operator"), "some-operator may write it again"],
])("whether it comes back: %o", (owner, words) => expect(comesBack(owner)).toBe(words));

test.each([
  ["node-fetch", "the desktop client"],
  ["ci-7", "a pipeline"],
  ["old-cd", "also us"],
  ["deploy-eu", "also us"],
  ["kubectl-edit", "kubectl edit, by hand"],
  ["deploy", undefined],
])("%s in the person's words", (manager, words) => {
  const names = { aliases: { "node-fetch": "the desktop client", "ci-*": "a pipeline" }, us: ["old-cd", "deploy-*"] };
  expect(whoIs(identity(manager), names)).toBe(words);
});

test.each([
  [identity("kubectl-edit"), "by hand"],
  [identity("kubectl", "Update", "scale"), "by hand"],
  [identity("kube-controller-manager", "Update", "scale"), "a HorizontalPodAutoscaler"],
  [identity("okhttp"), "a program in Java or Kotlin"],
  [identity("helm"), undefined],
  [identity("kubectl-client-side-apply"), undefined],
  [identity("team-cd"), undefined],
  [identity("old-cd"), "also us"],
  [identity("manager"), "our operator"],
])("what a message adds to %o", (owner, note) =>
  expect(noteOn(owner, { aliases: { manager: "our operator" }, us: ["old-cd"] })).toBe(note),
);

describe("names that recur", () => {
  const kubectl = "client-side-apply create edit patch replace set scale label annotate taint rollout run expose autoscale";
  const others =
    "helm argocd-controller kustomize-controller helm-controller kube-controller-manager vpa-recommender cert-manager-cainjector " +
    "istio-sidecar-injector linkerd-proxy-injector pilot-discovery rancher node-fetch okhttp Go-http-client OpenAPI-Generator " +
    "pulumi-kubernetes-1a2b Terraform before-first-apply ancient-changes unknown kubectl-last-applied";
  const names = [...kubectl.split(" ").map((verb) => `kubectl-${verb}`), ...others.split(" ")];
  test.each(names)("%s: what it is, whether it comes back, what to do", (name) => {
    const known = knownManager(identity(name));
    expect([known?.is, known?.afterwards, known?.advice].every((words) => (words ?? "").length > 3)).toBe(true);
  });
  test.each(["node-fetch", "okhttp", "Go-http-client", "OpenAPI-Generator", "python-requests", "curl", "manager", "unknown"])(
    "%s is never taken for a controller",
    (name) => {
      const known = knownManager(identity(name, "Update", "scale"));
      expect(known?.is).not.toMatch(/controller|autoscaler|injector/i);
      expect(known?.returns).toBe("maybe");
    },
  );
});
