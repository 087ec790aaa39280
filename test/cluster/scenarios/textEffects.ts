import { widget, widgets } from "./customResources.ts";
import { deployment } from "./deployments.ts";
import { configMap, type EffectScenario } from "./effects.ts";

const ours = ["metadata", "managedFields", "manager=ci", "fieldsV1"];
const byCi = { manager: "ci" } as const;

const keyed = "x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], ";

/** What a manifest holds that comes out otherwise than its writer meant: refused, filled in, claimed for good, lost. */
export const textEffects: readonly EffectScenario[] = [
  {
    ...byCi,
    title: "an item without one of its keys is another item, which the server refuses",
    definitions: [widgets],
    history: [{ by: "ops", apply: widget("tx-partial", "parts: [{name: wheel, count: 4}]") }],
    manifest: widget("tx-partial", "parts: [{count: 5}]"),
    code: "partial-key",
    words: 'has no name, so it is another item than [name="wheel",side="left"] of the live object',
    path: ["spec", "parts", "name=wheel", "count"],
    becomes: 4,
    refused: "spec.parts[1].name: Required value",
  },
  {
    ...byCi,
    title: "empty rules of an aggregated role are claimed",
    history: [],
    manifest: `${object("rbac.authorization.k8s.io/v1", "ClusterRole", "tx-rules")}aggregationRule:\n  clusterRoleSelectors:\n    - matchLabels: {example.org/aggregate: "true"}\nrules: [] # filled in\n`,
    code: "injected-placeholder",
    words: "claims the field for you",
    path: [...ours, "f:rules"],
    becomes: {},
    fix: { id: "remove-field", leaves: undefined },
  },
  {
    ...byCi,
    title: "an empty cluster IP is claimed",
    history: [],
    manifest: service("tx-ip", 'clusterIP: ""'),
    code: "injected-placeholder",
    words: "the API server, which allocates one",
    path: [...ours, "f:spec", "f:clusterIP"],
    becomes: {},
    fix: { id: "remove-field", leaves: undefined },
  },
  {
    ...byCi,
    title: "null becomes the default",
    history: [{ by: "ci", apply: deployment("tx-null", { spec: "replicas: 3" }) }],
    manifest: deployment("tx-null", { spec: "replicas: null" }),
    code: "null-value",
    words: "null becomes 1, the server's default, and stays yours",
    path: ["spec", "replicas"],
    becomes: 1,
  },
  {
    ...byCi,
    title: "null stays ours",
    history: [],
    manifest: deployment("tx-null-ours", { spec: "replicas: null" }),
    code: "null-value",
    path: [...ours, "f:spec", "f:replicas"],
    becomes: {},
    fix: { id: "remove-field", leaves: undefined },
  },
  {
    ...byCi,
    title: "an empty list empties nothing of others",
    history: [{ by: "mesh", apply: service("tx-empty", "ports: [{name: http, port: 80}]") }],
    manifest: service("tx-empty", "ports: []"),
    code: "null-value",
    words: "[] empties nothing: what is there is owned by mesh",
    path: ["spec", "ports", "port=80", "name"],
    becomes: "http",
    fix: { id: "remove-field", leaves: "http" },
  },
  {
    ...byCi,
    title: "an item of a list that was atomic when it was applied stays",
    definitions: [relays("")],
    history: [
      { by: "ci", apply: relay("[{name: one, port: 53}, {name: two, port: 54}]") },
      { by: "setup", define: relays(keyed), served: '"x-kubernetes-list-map-keys":["name"]' },
    ],
    manifest: relay("[{name: one, port: 53}]"),
    code: "keeps-field",
    words: "recorded .spec.servers when it was atomic (or empty), which covers no items",
    path: ["spec", "servers", "name=two", "port"],
    becomes: 54,
  },
  {
    title: "kubectl takes the record of client-side applies over, and what the file lacks of it goes",
    manager: "kubectl",
    through: "kubectl",
    history: [{ by: "kubectl-client-side-apply", applyClientSide: configMap("tx-migrated", "{key: value, legacy: unused}") }],
    manifest: configMap("tx-migrated", "{key: value}"),
    code: "left-behind",
    words: "goes at the next kubectl apply --server-side",
    path: ["data", "legacy"],
    becomes: undefined,
  },
  {
    ...byCi,
    title: "nor does null in place of a map",
    history: [
      { by: "ci", apply: deployment("tx-null-map", {}) },
      { by: "sizer", strategic: "spec: {template: {spec: {containers: [{name: app, resources: {limits: {cpu: '1'}}}]}}}" },
    ],
    manifest: deployment("tx-null-map", { container: "resources: null" }),
    code: "null-value",
    words: "resources: null empties nothing: what is there is owned by sizer",
    path: ["spec", "template", "spec", "containers", "name=app", "resources", "limits", "cpu"],
    becomes: "1",
    fix: { id: "remove-field", leaves: "1" },
  },
  {
    ...byCi,
    title: "a number as YAML 1.1 reads it",
    through: "kubectl",
    history: [],
    manifest: service("tx-octal", "ports:\n    - port: 80\n      targetPort: 0123"),
    code: "yaml-1.1-value",
    words: "reads 0123 as YAML 1.1 and sends 83",
    path: ["spec", "ports", "port=80", "targetPort"],
    becomes: 83,
  },
  {
    ...byCi,
    title: "an object without records: the first apply makes one",
    history: [
      { by: "setup", create: configMap("tx-first", "{a: x, b: x}") },
      { by: "restore", forgetOwners: true },
    ],
    manifest: configMap("tx-first", "{a: x}"),
    code: "first-apply",
    words: "becomes before-first-apply's",
    path: ["metadata", "managedFields", "manager=before-first-apply", "fieldsV1", "f:data", "f:b"],
    becomes: {},
  },
  {
    ...byCi,
    title: "what stringData wrote stays",
    history: [{ by: "ci", apply: `${object("v1", "Secret", "tx-secret")}stringData: {new: x, old: x}\n` }],
    manifest: `${object("v1", "Secret", "tx-secret")}stringData: {new: x}\n`,
    code: "write-only-field",
    words: "data keeps it for ever",
    path: ["data", "old"],
    becomes: "eA==",
  },
  {
    ...byCi,
    title: "one object twice: what only the first sets is gone after the second",
    through: "kubectl",
    history: [],
    manifest: `${configMap("tx-twice", "{a: x, b: x}")}---\n${configMap("tx-twice", "{a: x}")}`,
    code: "same-object-twice",
    words: "then deletes .data.b, which only the earlier one sets",
    path: ["data", "b"],
    becomes: undefined,
  },
  {
    ...byCi,
    title: "a generated name is no name to apply to",
    through: "kubectl",
    history: [],
    manifest: configMap("tx-generated", "{a: x}").replace("name:", "generateName:"),
    code: "generate-name",
    path: ["data"],
    becomes: undefined,
    refused: "cannot use generate name with apply",
  },
  {
    ...byCi,
    title: "an item without its key is refused",
    history: [{ by: "setup", define: relays(keyed), served: '"x-kubernetes-list-map-keys":["name"]' }],
    manifest: relay("[{port: 53}]").replace("tx-relay", "tx-keyless"),
    code: "missing-merge-key",
    path: ["spec"],
    becomes: undefined,
    refused: "failed to create typed patch object",
  },
  {
    ...byCi,
    title: "a value that a merge key brings conflicts at its place of use",
    through: "kubectl",
    history: [{ by: "ops", apply: `${deployment("tx-merged", {})}        - {name: helper, image: "example.org/app:2"}\n` }],
    manifest: merged("tx-merged"),
    code: "apply-conflict",
    words: 'containers[name="helper"].image is owned by ops',
    path: ["spec", "template", "spec", "containers", "name=helper", "image"],
    becomes: "example.org/app:2",
    refused: 'conflict with "ops": .spec.template.spec.containers[name="helper"].image',
  },
  {
    ...byCi,
    title: "of a key that is written twice kubectl sends the last",
    through: "kubectl",
    history: [],
    manifest: `${configMap("tx-double", "{a: x}")}data: {a: z}\n`,
    code: "yaml-duplicate-key",
    words: "is lost",
    path: ["data", "a"],
    becomes: "z",
  },
  {
    ...byCi,
    title: "text behind the end of a document is lost",
    through: "kubectl",
    history: [],
    manifest: `${configMap("tx-end", "{a: x}")}...\n${configMap("tx-end", "{a: z}")}`,
    code: "text-after-document-end",
    path: ["data", "a"],
    becomes: "x",
  },
];

/** Its selector is that of the labels, by an alias. */
function merged(name: string): string {
  return `${object("apps/v1", "Deployment", name)}  labels: &common {app: ${name}}
spec:
  selector: {matchLabels: *common}
  template:
    metadata: {labels: {<<: *common, tier: back}}
    spec:
      containers:
        - &base {name: app, image: 'example.org/app:1'}
        - {<<: *base, name: helper}
`;
}

/** A kind whose list of servers is of this type. */
function relays(listType: string): string {
  const item = "{type: object, required: [name], properties: {name: {type: string}, port: {type: integer}}}";
  const servers = `{type: array, ${listType}items: ${item}}`;
  return `${object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "relays.changing.example.org")}spec:
  group: changing.example.org
  scope: Namespaced
  names: {plural: relays, kind: Relay}
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {servers: ${servers}}}}}}
`;
}

function relay(servers: string): string {
  return `${object("changing.example.org/v1", "Relay", "tx-relay")}spec:\n  servers: ${servers}\n`;
}

function object(apiVersion: string, kind: string, name: string): string {
  return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n`;
}

function service(name: string, spec: string): string {
  return `${object("v1", "Service", name)}spec:\n  selector: {app: ${name}}\n  ${spec.includes("ports") ? "" : "ports: [{port: 80}]\n  "}${spec}\n`;
}
