import { deployment } from "./deployments.ts";
import type { EffectScenario } from "./effects.ts";
import type { Scenario } from "./scenario.ts";

const limits = '.spec.template.spec.containers[name="app"].resources.limits';
const memory = (name: string, amount: string): string => deployment(name, { container: `resources: {limits: {memory: ${amount}}}` });
const bytes = (name: string, text: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\nbinaryData: {key: ${text}}\n`;
const secret = (name: string): string => `apiVersion: v1\nkind: Secret\nmetadata: {name: ${name}}\ndata: {key: "YWJj\\nZGVm"}\n`;
const ports = (name: string, protocol: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: ${name}}\nspec:\n  podSelector: {}\n  ingress:\n    - ports: [{port: 80${protocol}}]\n`;
const subjects = (name: string): string =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: ${name}}\nroleRef: {kind: Role, name: a, apiGroup: rbac.authorization.k8s.io}\nsubjects: [{kind: Group, name: g}]\n`;
const clocks = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: clocks.shop.example.org}
spec:
  group: shop.example.org
  scope: Namespaced
  names: {plural: clocks, singular: clock, kind: Clock}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                wait: {type: string}
                amount: {x-kubernetes-int-or-string: true}
                rules:
                  type: array
                  items: {type: object, properties: {name: {type: string}, side: {type: string, default: left}}}
`;
const clock = (name: string, spec: string): string =>
  `apiVersion: shop.example.org/v1\nkind: Clock\nmetadata:\n  name: ${name}\nspec: {${spec}}\n`;

/** The same meaning in other words: a conflict with another owner, and nothing at all where the server makes the live value of the text. */
export const spellings: readonly Scenario[] = [
  same("an amount", memory("spell-own", "1024Mi")),
  same("half a CPU", deployment("spell-half", { container: "resources: {limits: {cpu: 0.5}}" })),
  same("base64 with a line break", bytes("spell-bytes-own", '"YWJj\\nZGVm"')),
  same("defaults inside an atomic list", ports("spell-ports-own", "")),
  same("a default that hangs on a neighbour, inside an atomic list", subjects("spell-subjects-own")),
  accepted("an amount in another unit is written anew", memory("spell-unit", "1Gi"), memory("spell-unit", "1073741824")),
  accepted(
    "a default spelled out inside an atomic list",
    ports("spell-ports-spelled", ""),
    ports("spell-ports-spelled", ", protocol: TCP"),
  ),
  others("an amount in another unit", memory("spell-unit-other", "1Gi"), memory("spell-unit-other", "1073741824"), `${limits}.memory`),
  others("base64 with a line break", bytes("spell-bytes", '"YWJj\\nZGVm"'), bytes("spell-bytes", '"YWJj\\nZGVm"'), ".binaryData.key"),
  others("defaults inside an atomic list", ports("spell-ports", ""), ports("spell-ports", ""), ".spec.ingress"),
  others("a default that hangs on a neighbour", subjects("spell-subjects"), subjects("spell-subjects"), ".subjects"),
  same("base64 with a line break in a Secret", secret("spell-secret-own")),
  others("base64 with a line break in a Secret", secret("spell-secret"), secret("spell-secret"), ".data.key"),
  ...[
    others("a duration", clock("spell-wait", "wait: 90m"), clock("spell-wait", "wait: 1h30m"), ".spec.wait"),
    others("a number as text", clock("spell-text", "amount: 80"), clock("spell-text", 'amount: "80"'), ".spec.amount"),
    others(
      "a custom kind's defaults",
      clock("spell-rules", "rules: [{name: a}]"),
      clock("spell-rules", "rules: [{name: a}]"),
      ".spec.rules",
    ),
    same("a custom kind's defaults inside an atomic list", clock("spell-rules-own", "rules: [{name: a}]")),
  ].map((scenario) => ({ ...scenario, definitions: [clocks] })),
];

function same(what: string, manifest: string): Scenario {
  return accepted(`${what}, as we applied it: nothing changes`, manifest, manifest);
}

function accepted(title: string, before: string, manifest: string): Scenario {
  return { title, history: [{ by: "ci", apply: before }], manifest, manager: "ci", expected: { answer: "accepted" } };
}

function others(what: string, before: string, manifest: string, path: string): Scenario {
  const title = `${what}, as another applied it: a conflict`;
  return { title, history: [{ by: "ops", apply: before }], manifest, manager: "ci", expected: { answer: "conflict", paths: [path] } };
}

const container = ["spec", "template", "spec", "containers", "name=app"];

/** A hint where each apply writes a field anew, and fields that exclude each other. */
export const spelledEffects: readonly EffectScenario[] = [
  {
    title: "an amount in another unit is written anew",
    history: [{ by: "ci", apply: memory("fx-unit", "1Gi") }],
    manifest: memory("fx-unit", "1073741824"),
    manager: "ci",
    code: "spelling",
    words: "same amount, other spelling",
    path: [...container, "resources", "limits", "memory"],
    becomes: "1073741824",
    fix: { id: "use-live-value", leaves: "1Gi" },
  },
  {
    title: "an amount as the server spells it: nothing to say",
    history: [{ by: "ci", apply: memory("fx-canonical", "1Gi") }],
    manifest: memory("fx-canonical", "1024Mi"),
    manager: "ci",
    code: undefined,
    path: [...container, "resources", "limits", "memory"],
    becomes: "1Gi",
  },
  {
    title: "a number as text, of a custom kind",
    definitions: [clocks],
    history: [{ by: "ci", apply: clock("fx-number", "amount: 80") }],
    manifest: clock("fx-number", 'amount: "80"'),
    manager: "ci",
    code: "spelling",
    words: "once as a number and once as text",
    path: ["spec", "amount"],
    becomes: "80",
    fix: { id: "use-live-value", leaves: 80 },
  },
  {
    title: "a duration, of a custom kind",
    definitions: [clocks],
    history: [{ by: "ci", apply: clock("fx-duration", "wait: 90m") }],
    manifest: clock("fx-duration", "wait: 1h30m"),
    manager: "ci",
    code: "spelling",
    words: "same duration, other spelling",
    path: ["spec", "wait"],
    becomes: "1h30m",
    fix: { id: "use-live-value", leaves: "90m" },
  },
  excluded(
    "Recreate beside the rollingUpdate that the server filled in",
    deployment("ex-recreate", {}),
    deployment("ex-recreate", { spec: "strategy: {type: Recreate}" }),
    ".spec.strategy.type excludes .spec.strategy.rollingUpdate, which this file lacks but which stays, since nobody owns it",
    "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'",
  ),
  excluded(
    "null does not take it away",
    deployment("ex-null", {}),
    deployment("ex-null", { spec: "strategy: {type: Recreate, rollingUpdate: null}" }),
    "since nobody owns it",
    "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'",
  ),
  excluded(
    "a volume that was defaulted to emptyDir",
    deployment("ex-volume", { pod: "volumes: [{name: v}]" }),
    deployment("ex-volume", { pod: "volumes: [{name: v, configMap: {name: c}}]" }),
    "emptyDir, which this file lacks but which stays, since nobody owns it",
    "may not specify more than 1 volume type",
  ),
  excluded(
    "another handler of a probe, which others hold",
    deployment("ex-probe", { container: "livenessProbe: {tcpSocket: {port: 80}}" }),
    deployment("ex-probe", { container: "livenessProbe: {httpGet: {port: 80}}" }),
    "tcpSocket, which this file lacks but which stays, held by ops (Apply",
    "may not specify more than 1 handler type",
    "ops",
  ),
  excluded(
    "valueFrom beside a value that others hold",
    deployment("ex-env", { container: "env: [{name: A, value: a}]" }),
    deployment("ex-env", { container: "env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]" }),
    ".value, which this file lacks but which stays, held by ops (Apply",
    "may not be specified when `value` is not empty",
    "ops",
  ),
  excluded(
    "another source of a variable",
    deployment("ex-source", { container: "env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]" }),
    deployment("ex-source", { container: "env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}]" }),
    "fieldRef, which this file lacks but which stays, held by ops (Apply",
    "may not have more than one field specified at a time",
    "ops",
  ),
  excluded(
    "another handler of a lifecycle hook",
    deployment("ex-hook", { container: "lifecycle: {preStop: {sleep: {seconds: 1}}}" }),
    deployment("ex-hook", { container: "lifecycle: {preStop: {exec: {command: [a]}}}" }),
    "sleep, which this file lacks but which stays, held by ops (Apply",
    "may not specify more than 1 handler type",
    "ops",
  ),
  excluded(
    "both limits of a budget",
    budget("minAvailable: 1"),
    budget("maxUnavailable: 1"),
    "minAvailable, which",
    "cannot be both set",
    "ops",
  ),
  excluded(
    "OnDelete beside a partition",
    stateful("rollingUpdate: {partition: 1}"),
    stateful("type: OnDelete"),
    "rollingUpdate, which",
    "only allowed for updateStrategy",
    "ops",
  ),
];

function budget(limit: string): string {
  return `apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: ex-budget}\nspec:\n  ${limit}\n  selector: {matchLabels: {app: a}}\n`;
}

function stateful(strategy: string): string {
  return `apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: ex-stateful}\nspec:\n  serviceName: a\n  updateStrategy: {${strategy}}\n  selector: {matchLabels: {app: a}}\n  template:\n    metadata: {labels: {app: a}}\n    spec: {containers: [{name: app, image: a}]}\n`;
}

/** `by`: who applied the object before us. */
function excluded(title: string, before: string, manifest: string, words: string, refused: string, by = "ci"): EffectScenario {
  return {
    title,
    history: [{ by, apply: before }],
    manifest,
    manager: "ci",
    code: "excluded-field",
    words,
    path: ["kind"],
    becomes: /^kind: (\w+)$/m.exec(manifest)?.[1],
    refused,
  };
}
