import { deployment } from "./deployments.ts";
import { configMap } from "./effects.ts";
import { container, type FixScenario, replicas, scaled } from "./fixScenario.ts";

const service = (name: string, ports: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec:\n  ports:\n${ports}`;

/** Fixes that take something out of a manifest, or write it otherwise. */
export const textFixes: readonly FixScenario[] = [
  {
    title: "a dropped field stays its owner's",
    history: scaled("fi-drop"),
    manifest: deployment("fi-drop", { spec: "replicas: 3" }),
    manager: "ci",
    code: "apply-conflict",
    fix: "drop-field",
    holds: [[replicas, 5]],
  },
  {
    title: "with the last field of a map the map goes, which is others' still",
    history: [
      { by: "ops", apply: configMap("fi-drop-map", "{a: ops, b: ops}") },
      { by: "ci", apply: configMap("fi-drop-map", "{}", "labels: {l: x}") },
    ],
    manifest: configMap("fi-drop-map", "{a: ci}", "labels: {l: x}"),
    manager: "ci",
    code: "apply-conflict",
    fix: "drop-field",
    holds: [
      [["data", "a"], "ops"],
      [["metadata", "labels", "l"], "x"],
    ],
    records: ["ci", "ops"],
  },
  {
    title: "what was owned together stays the other's",
    history: [
      { by: "ops", apply: configMap("fi-together", "{a: x1, b: x1}") },
      { by: "ci", apply: configMap("fi-together", "{a: x1}", "labels: {l: x1}") },
    ],
    manifest: configMap("fi-together", "{a: x2}", "labels: {l: x1}"),
    manager: "ci",
    code: "apply-conflict",
    fix: "drop-field",
    holds: [[["data"], { a: "x1", b: "x1" }]],
  },
  {
    title: "what force would take is left alone",
    history: scaled("fi-forced"),
    manifest: deployment("fi-forced", { spec: "replicas: 3" }),
    manager: "kustomize-controller",
    force: true,
    code: "takes-over",
    fix: "drop-field",
    holds: [[replicas, 5]],
  },
  {
    title: "all conflicting fields are dropped at once",
    history: [...scaled("fi-drop-all"), { by: "kubectl-edit", merge: "spec: {minReadySeconds: 9}" }],
    manifest: deployment("fi-drop-all", { spec: "replicas: 3\nminReadySeconds: 1" }),
    manager: "ci",
    code: "apply-conflict",
    fix: "drop-all-conflicts",
    holds: [
      [replicas, 5],
      [["spec", "minReadySeconds"], 9],
    ],
  },
  {
    title: "all that is safe: conflicts, what an export left, a status",
    history: [...scaled("fi-all"), { by: "kubectl-edit", merge: "spec: {minReadySeconds: 9}" }],
    manifest: `${deployment("fi-all", {
      metadata: "creationTimestamp: null\ngeneration: 4",
      spec: "replicas: 3\nminReadySeconds: 1",
      image: "example.org/app:2",
    })}status: {replicas: 3}\n`,
    manager: "ci",
    code: "apply-conflict",
    fix: "fix-all",
    holds: [
      [replicas, 5],
      [["spec", "minReadySeconds"], 9],
      [[...container, "image"], "example.org/app:2"],
    ],
    records: ["ci", "kubectl-edit"],
  },
  {
    title: "a misspelt field gets its name",
    history: [{ by: "ci", apply: deployment("fi-rename", {}) }],
    manifest: deployment("fi-rename", { spec: "replica: 2" }),
    manager: "ci",
    code: "unknown-field",
    fix: "rename-field",
    holds: [[replicas, 2]],
  },
  {
    title: "a word that YAML takes for a boolean is quoted",
    history: [{ by: "ci", apply: configMap("fi-retype", "{a: x1}") }],
    manifest: configMap("fi-retype", "{a: yes}"),
    manager: "ci",
    code: "wrong-type",
    fix: "retype-value",
    holds: [[["data", "a"], "yes"]],
  },
  {
    title: "one of two equal items",
    history: [{ by: "ci", apply: service("fi-double", "    - {port: 80}") }],
    manifest: service("fi-double", "    - {port: 80}\n    - {port: 80}"),
    manager: "ci",
    code: "duplicate-item",
    fix: "remove-duplicate",
    holds: [[["spec", "ports"], [{ port: 80, targetPort: 80, protocol: "TCP" }]]],
  },
  {
    title: "a field that nobody knows",
    history: [{ by: "ci", apply: configMap("fi-unknown", "{a: x1}") }],
    manifest: `${configMap("fi-unknown", "{a: x2}")}\nnonsense: 1\n`,
    manager: "ci",
    code: "unknown-field",
    fix: "remove-field",
    holds: [[["data", "a"], "x2"]],
  },
  {
    title: "what an export left",
    history: [{ by: "ci", apply: configMap("fi-export", "{a: x1}") }],
    manifest: configMap("fi-export", "{a: x2}", "uid: 00000000-0000-0000-0000-000000000000\n  resourceVersion: '1'\n  generation: 3"),
    manager: "ci",
    code: "server-set-field",
    fix: "clean-export",
    holds: [[["data", "a"], "x2"]],
  },
  {
    title: "who applies is written down",
    history: [
      { by: "operator", create: configMap("fi-who", "{a: x1, b: x1, c: x1}") },
      { by: "kubectl-edit", merge: "data: {b: hand}" },
    ],
    manifest: configMap("fi-who", "{a: x1, b: hand, c: x1}"),
    manager: undefined,
    code: "who-applies",
    fix: "apply-as",
    holds: [[["data"], { a: "x1", b: "hand", c: "x1" }]],
  },
];
