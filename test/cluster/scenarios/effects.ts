import { widget, widgets } from "./customResources.ts";
import { deployment } from "./deployments.ts";
import type { Scenario } from "./scenario.ts";

/**
 * What an apply does beside setting fields: the finding that foretells it, and what the live object then holds at `path` (segments; an
 * item of a list by `key=value`). `undefined`: nothing any more.
 */
export interface EffectScenario extends Pick<Scenario, "title" | "definitions" | "history" | "manifest" | "manager"> {
  readonly force?: true;
  /** By the real kubectl, which reads the text itself and sends each document. */
  readonly through?: "kubectl";
  /** Of each finding, in text order. Undefined: nothing may be said. */
  readonly code: string | readonly string[] | undefined;
  /** What the first finding's message must say. */
  readonly words?: string;
  readonly path: readonly string[];
  readonly becomes: unknown;
  /** A fix of the finding: its text is applied first, nothing is said of it, and the path holds this then. */
  readonly fix?: { readonly id: string; readonly leaves: unknown };
  /** The server refuses, saying this. */
  readonly refused?: string;
}

const container = ["spec", "template", "spec", "containers", "name=app"];

/** Each predicted removal, reset, keep and take-over, with objects of their own. */
export const effects: readonly EffectScenario[] = [
  {
    title: "a key that only we held is deleted",
    history: [{ by: "ci", apply: configMap("fx-deleted", "{a: x, b: x}") }],
    manifest: configMap("fx-deleted", "{a: x}"),
    manager: "ci",
    code: "removes-field",
    words: 'deletes .data.b (live "x")',
    path: ["data", "b"],
    becomes: undefined,
  },
  {
    title: "replicas are reset to their default",
    history: [{ by: "ci", apply: deployment("fx-reset", { spec: "replicas: 5\nminReadySeconds: 3" }) }],
    manifest: deployment("fx-reset", { spec: "minReadySeconds: 3" }),
    manager: "ci",
    code: "removes-field",
    words: "resets .spec.replicas from 5 to its default 1",
    path: ["spec", "replicas"],
    becomes: 1,
  },
  {
    title: "a field that had its default's value keeps it: nothing to say",
    history: [{ by: "ci", apply: deployment("fx-default", { spec: "revisionHistoryLimit: 10" }) }],
    manifest: deployment("fx-default", {}),
    manager: "ci",
    code: undefined,
    path: ["spec", "revisionHistoryLimit"],
    becomes: 10,
  },
  {
    title: "a struct with defaults inside is reset",
    history: [{ by: "ci", apply: deployment("fx-strategy", { spec: "strategy: {type: Recreate}" }) }],
    manifest: deployment("fx-strategy", {}),
    manager: "ci",
    code: "removes-field",
    words: "to its default",
    path: ["spec", "strategy", "type"],
    becomes: "RollingUpdate",
  },
  {
    title: "imagePullPolicy is reset to what the image's tag says",
    history: [{ by: "ci", apply: deployment("fx-pull", { container: "imagePullPolicy: Always" }) }],
    manifest: deployment("fx-pull", {}),
    manager: "ci",
    code: "removes-field",
    words: 'from "Always" to its default "IfNotPresent"',
    path: [...container, "imagePullPolicy"],
    becomes: "IfNotPresent",
  },
  {
    title: "an item of a list goes",
    history: [{ by: "ci", apply: deployment("fx-item", { container: "env: [{name: A, value: a}, {name: B, value: b}]" }) }],
    manifest: deployment("fx-item", { container: "env: [{name: A, value: a}]" }),
    manager: "ci",
    code: "removes-field",
    words: 'deletes .spec.template.spec.containers[name="app"].env[name="B"]',
    path: [...container, "env", "name=B"],
    becomes: undefined,
  },
  {
    title: "an item goes with what others hold in it",
    history: [
      { by: "ci", apply: twoContainers("fx-along", "") },
      { by: "sizer", strategic: "spec: {template: {spec: {containers: [{name: side, resources: {limits: {cpu: '1'}}}]}}}" },
    ],
    manifest: deployment("fx-along", {}),
    manager: "ci",
    code: "removes-field",
    words: "sizer (Update",
    path: ["spec", "template", "spec", "containers", "name=side"],
    becomes: undefined,
  },
  {
    title: "an item stays where another manager holds it too",
    history: [
      { by: "ci", apply: deployment("fx-kept-item", { container: "env: [{name: A, value: a}, {name: B, value: b}]" }) },
      { by: "ops", apply: deployment("fx-kept-item", { container: "env: [{name: B, value: b}]" }) },
    ],
    manifest: deployment("fx-kept-item", { container: "env: [{name: A, value: a}]" }),
    manager: "ci",
    code: "keeps-field",
    words: "ops (Apply",
    path: [...container, "env", "name=B", "value"],
    becomes: "b",
  },
  {
    title: "a key that another holds too stays",
    history: [
      { by: "ci", apply: configMap("fx-kept", "{a: x, b: x}") },
      { by: "ops", apply: configMap("fx-kept", "{b: x}") },
    ],
    manifest: configMap("fx-kept", "{a: x}"),
    manager: "ci",
    code: "keeps-field",
    words: 'leaves it at "x", held by ops (Apply',
    path: ["data", "b"],
    becomes: "x",
  },
  {
    title: "a whole map goes",
    history: [{ by: "ci", apply: deployment("fx-map", { container: "resources: {limits: {cpu: '1'}, requests: {cpu: '1'}}" }) }],
    manifest: deployment("fx-map", { container: "resources: {requests: {cpu: '1'}}" }),
    manager: "ci",
    code: "removes-field",
    words: "resources.limits",
    path: [...container, "resources", "limits"],
    becomes: undefined,
  },
  {
    title: "a finalizer goes",
    history: [{ by: "ci", apply: configMap("fx-finalizer", "{a: x}", "finalizers: [example.org/guard]") }],
    manifest: configMap("fx-finalizer", "{a: x}"),
    manager: "ci",
    code: "removes-field",
    words: "metadata.finalizers",
    path: ["metadata", "finalizers"],
    becomes: undefined,
  },
  {
    title: "a custom resource's default comes back",
    definitions: [widgets],
    history: [{ by: "ci", apply: widget("fx-color", "color: blue\n  size: 1") }],
    manifest: widget("fx-color", "size: 1"),
    manager: "ci",
    code: "removes-field",
    words: 'from "blue" to its default "red"',
    path: ["spec", "color"],
    becomes: "red",
  },
  {
    title: "force takes a value over",
    history: [
      { by: "ci", apply: deployment("fx-taken", { spec: "replicas: 2" }) },
      { by: "kube-controller-manager", subresource: "scale", merge: "spec: {replicas: 5}" },
    ],
    manifest: deployment("fx-taken", { spec: "replicas: 3" }),
    manager: "ci",
    force: true,
    code: "takes-over",
    words: "live 5, here 3",
    path: ["spec", "replicas"],
    becomes: 3,
    fix: { id: "drop-field", leaves: 5 },
  },
  {
    title: "force replaces an atomic list, and others' items disappear",
    history: [
      {
        by: "platform",
        apply: deployment("fx-list", { pod: "tolerations: [{key: gpu, operator: Exists}, {key: spot, operator: Exists}]" }),
      },
    ],
    manifest: deployment("fx-list", { pod: "tolerations: [{key: spot, operator: Exists}]" }),
    manager: "ci",
    force: true,
    code: "replaces-list",
    words: 'removes 1 item ({key: "gpu", operator: "Exists"})',
    path: ["spec", "template", "spec", "tolerations"],
    becomes: [{ key: "spot", operator: "Exists" }],
  },
  {
    title: "a hand's addition stays",
    history: [
      { by: "ci", apply: configMap("fx-hand", "{a: x}") },
      { by: "kubectl-edit", merge: "data: {hotfix: 'on'}" },
    ],
    manifest: configMap("fx-hand", "{a: x}"),
    manager: "ci",
    code: "edited-by-hand",
    words: "leaves it as it is",
    path: ["data", "hotfix"],
    becomes: "on",
    fix: { id: "keep-hand-edit", leaves: "on" },
  },
  {
    title: "a port that only we held moves",
    history: [{ by: "ci", apply: service("fx-port", 80) }],
    manifest: service("fx-port", 81),
    manager: "ci",
    code: "moved-item",
    words: "puts a new item in its place",
    path: ["spec", "ports", "port=80"],
    becomes: undefined,
  },
  {
    title: "a port that another holds too stays, and the server refuses the name",
    history: [
      { by: "ci", apply: service("fx-ports", 80) },
      { by: "ops", apply: service("fx-ports", 80) },
    ],
    manifest: service("fx-ports", 81),
    manager: "ci",
    code: "moved-item",
    words: 'refuses two ports of the name "http"',
    path: ["spec", "ports", "port=80", "port"],
    becomes: 80,
    refused: "Duplicate value",
  },
  {
    title: "items change their order with each applier",
    history: [
      { by: "ci", apply: deployment("fx-order", { container: "env: [{name: A, value: a}, {name: B, value: b}]" }) },
      { by: "ops", apply: deployment("fx-order", { container: "env: [{name: A, value: a}, {name: B, value: b}]" }) },
    ],
    manifest: deployment("fx-order", { container: "env: [{name: B, value: b}, {name: A, value: a}]" }),
    manager: "ci",
    code: "reorders-list",
    words: "rolled out again",
    path: [...container, "env"],
    becomes: [
      { name: "B", value: "b" },
      { name: "A", value: "a" },
    ],
  },
  {
    title: "what a former apply by update left stays",
    history: [
      { by: "ci", create: configMap("fx-left", "{a: x, b: x}") },
      { by: "ci", apply: configMap("fx-left", "{a: x}") },
    ],
    manifest: configMap("fx-left", "{a: x}"),
    manager: "ci",
    code: "left-behind",
    words: "Applying as ci leaves it",
    path: ["data", "b"],
    becomes: "x",
  },
];

export function configMap(name: string, data: string, metadata = ""): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n${metadata === "" ? "" : `  ${metadata}\n`}data: ${data}\n`;
}

function service(name: string, port: number): string {
  return `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  selector: {app: ${name}}\n  ports:\n    - name: http\n      port: ${port}\n      targetPort: 8080\n`;
}

function twoContainers(name: string, container: string): string {
  return `${deployment(name, { container })}        - name: side\n          image: example.org/side:1\n`;
}
