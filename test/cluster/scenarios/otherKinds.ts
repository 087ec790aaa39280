import type { Scenario } from "./scenario.ts";

/** Built-in kinds other than Deployment. */
export const otherKinds: readonly Scenario[] = [
  {
    title: "Service port with two keys, one of them defaulted",
    history: [
      {
        by: "platform",
        apply: service("ports", "- {port: 80, targetPort: 8080, name: web}\n    - {port: 443, targetPort: 8443, name: tls}"),
      },
    ],
    manifest: service("ports", "- port: 80\n      targetPort: 9090\n      name: web"),
    manager: "ci",
    expected: { answer: "conflict", paths: ['.spec.ports[port=80,protocol="TCP"].targetPort'] },
  },
  {
    title: "Service port of the other protocol is another item",
    history: [{ by: "platform", apply: service("udp", "- {port: 53, targetPort: 5353, name: dns-tcp}") }],
    manifest: service("udp", "- {port: 53, protocol: UDP, targetPort: 5300, name: dns}"),
    manager: "ci",
    expected: { answer: "accepted" },
  },
  {
    title: "ConfigMap data of two others",
    history: [
      { by: "platform", apply: configMap("data", "{level: debug, mode: fast}") },
      { by: "kubectl-edit", merge: "data: {mode: slow, banner: hello}" },
    ],
    manifest: configMap("data", "\n  level: info\n  mode: medium\n  banner: hello # as it is\n  mine: yes please"),
    manager: "ci",
    expected: { answer: "conflict", paths: [".data.mode", ".data.level"] },
  },
  {
    title: "nothing is left of data after the fix",
    history: [{ by: "platform", apply: configMap("all", "{a: other}") }],
    manifest: configMap("all", "\n  a: mine"),
    manager: "ci",
    expected: { answer: "conflict", paths: [".data.a"] },
  },
  {
    title: "the same value is shared",
    history: [{ by: "platform", apply: configMap("shared", "{a: same}") }],
    manifest: configMap("shared", "{a: same, b: mine}"),
    manager: "ci",
    expected: { answer: "accepted" },
  },
  {
    title: "the same manifest again changes nothing",
    history: [
      { by: "platform", apply: configMap("again", "{theirs: x}") },
      { by: "ci", apply: configMap("again", "{a: same}") },
    ],
    manifest: configMap("again", "{a: same}"),
    manager: "ci",
    expected: { answer: "accepted" },
  },
  {
    title: "NetworkPolicy ingress, atomic and with a default inside: even the same text conflicts",
    history: [{ by: "platform", apply: networkPolicy("ingress", 80) }],
    manifest: networkPolicy("ingress", 80),
    manager: "ci",
    expected: { answer: "conflict", paths: [".spec.ingress"] },
  },
  {
    title: "finalizers, a set: each manager adds its own",
    history: [
      { by: "operator", apply: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: finalizers\n  finalizers: [example.org/operator]\n" },
      { by: "other", merge: "metadata: {finalizers: [example.org/operator, example.org/other]}" },
    ],
    manifest:
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: finalizers\n  finalizers:\n    - example.org/ci\n    - example.org/operator\n",
    manager: "ci",
    expected: { answer: "accepted" },
  },
  {
    title: "an owner reference of another, one atomic item",
    history: [{ by: "operator", apply: ownedConfigMap("owned", "Gadget") }],
    manifest: ownedConfigMap("owned", "Widget"),
    manager: "ci",
    expected: { answer: "conflict", paths: ['.metadata.ownerReferences[uid="7b1c8f3e-0000-4000-8000-000000000001"]'] },
  },
  {
    title: "rules of an aggregated ClusterRole",
    history: [
      {
        by: "clusterrole-aggregation-controller",
        apply: clusterRole("aggregated", '[{apiGroups: [""], resources: [pods], verbs: [get]}]'),
      },
      {
        by: "ci",
        apply: "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: aggregated\n  labels: {app: shop}\n",
      },
    ],
    manifest: clusterRole("aggregated", "[]"),
    manager: "ci",
    expected: { answer: "conflict", paths: [".rules"] },
  },
  {
    title: "stringData and data of a Secret never see each other",
    history: [{ by: "platform", apply: secret("strings", "data: {token: b2xk}") }],
    manifest: secret("strings", "stringData: {token: new}"),
    manager: "ci",
    expected: { answer: "accepted" },
  },
  {
    title: "data of a Secret",
    history: [{ by: "platform", apply: secret("hidden", "data: {token: b2xk, user: bWU=}") }],
    manifest: secret("hidden", "data:\n  token: bmV3\n  user: bWU="),
    manager: "ci",
    expected: { answer: "conflict", paths: [".data.token"] },
  },
  {
    title: "kubectl takes over what its client-side apply wrote",
    history: [{ by: "kubectl-client-side-apply", applyClientSide: configMap("take-over", "{a: old, gone: soon}") }],
    manifest: configMap("take-over", "{a: new, b: new}"),
    manager: "kubectl",
    expected: { answer: "accepted" },
  },
  {
    title: "another manager does not take over what was applied client-side",
    history: [{ by: "kubectl-client-side-apply", applyClientSide: configMap("no-take-over", "{a: old, b: same}") }],
    manifest: configMap("no-take-over", "\n  a: new\n  b: same"),
    manager: "team-cd",
    expected: { answer: "conflict", paths: [".data.a"], migrates: true },
  },
  {
    title: "an owner recorded at another version of the kind, in which the field is the same",
    history: [{ by: "platform", apply: autoscaler("autoscaling/v1", "versions", "web", "maxReplicas: 5") }],
    manifest: autoscaler("autoscaling/v2", "versions", "web", "maxReplicas: 9"),
    manager: "ci",
    expected: { answer: "conflict", paths: [".spec.maxReplicas"] },
  },
  {
    title: "an owner recorded at another version of the kind, in which the field is another one",
    history: [
      { by: "platform", apply: autoscaler("autoscaling/v1", "converted", "web", "maxReplicas: 5\n  targetCPUUtilizationPercentage: 60") },
    ],
    manifest: autoscaler(
      "autoscaling/v2",
      "converted",
      "web",
      "maxReplicas: 5\n  metrics:\n    - type: Resource\n      resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}",
    ),
    manager: "ci",
    expected: { answer: "undecided" },
  },
  {
    title: "an owner recorded at another version of the kind, in which the field is atomic",
    history: [{ by: "platform", apply: autoscaler("autoscaling/v1", "atomic", "web", "maxReplicas: 5") }],
    manifest: autoscaler("autoscaling/v2", "atomic", "other", "maxReplicas: 5"),
    manager: "ci",
    expected: { answer: "undecided" },
  },
  {
    title: "a list that was emptied and whose owners were forgotten",
    history: [
      { by: "ci", apply: clusterRole("emptied", "[]") },
      { by: "restore", forgetOwners: true },
    ],
    manifest: clusterRole("emptied", '[{apiGroups: [""], resources: [pods], verbs: [get]}]'),
    manager: "ci",
    expected: { answer: "accepted" },
  },
];

function service(name: string, ports: string): string {
  return `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  ports:
    ${ports}
`;
}

function configMap(name: string, data: string): string {
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
data: ${data}
`.replace(": \n", ":\n");
}

function ownedConfigMap(name: string, owner: string): string {
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
  ownerReferences:
    - apiVersion: example.org/v1
      kind: ${owner}
      name: owner
      uid: 7b1c8f3e-0000-4000-8000-000000000001
`;
}

function networkPolicy(name: string, port: number): string {
  return `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${name}
spec:
  podSelector: {}
  ingress:
    - ports:
        - port: ${port}
`;
}

function clusterRole(name: string, rules: string): string {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${name}
aggregationRule:
  clusterRoleSelectors:
    - matchLabels: {example.org/part: "true"}
rules: ${rules}
`;
}

function secret(name: string, data: string): string {
  return `apiVersion: v1
kind: Secret
metadata:
  name: ${name}
${data}
`;
}

function autoscaler(apiVersion: string, name: string, target: string, spec: string): string {
  return `apiVersion: ${apiVersion}
kind: HorizontalPodAutoscaler
metadata:
  name: ${name}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ${target}}
  ${spec}
`;
}
