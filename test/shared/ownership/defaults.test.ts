import { expect, test } from "vitest";
import { printJson } from "../../../shared/fieldpath/json.ts";
import { type FieldPath, fieldPath } from "../../../shared/fieldpath/pathElement.ts";
import { plainValue } from "../../../shared/fieldpath/plainValue.ts";
import { printPath } from "../../../shared/fieldpath/printPath.ts";
import { pathsOf } from "../../../shared/fieldpath/set.ts";
import { isMap } from "../../../shared/fieldpath/value.ts";
import type { ManifestObject } from "../../../shared/manifest/model.ts";
import { parseDocument } from "../../../shared/manifest/parseDocument.ts";
import { defaultAt, withDefaults } from "../../../shared/ownership/defaults.ts";
import { kindsOfCrd } from "../../../shared/schema/fromCrd.ts";
import type { SchemaType } from "../../../shared/schema/model.ts";
import { valueAtPath } from "../../../shared/typed/atPath.ts";
import { fieldSetOf } from "../../../shared/typed/toFieldSet.ts";
import { kindOf, objectOf } from "../../support/snapshots.ts";

const deployment = `apiVersion: apps/v1
kind: Deployment
spec:
  replicas: 3
  minReadySeconds: 5
  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      serviceAccountName: runner
      serviceAccount: runner
      priority: 7
      containers:
        - name: pinned
          image: r.io:5000/app:2
          imagePullPolicy: Never
          resources: {limits: {cpu: "1"}}
          ports: [{containerPort: 80, name: http}]
          livenessProbe: {httpGet: {port: 80, path: /ok}, periodSeconds: 3}
        - name: newest
          image: r.io:5000/app
          imagePullPolicy: Never
        - name: digest
          image: app@sha256:00
          imagePullPolicy: Never
`;

test.each([
  [".spec.replicas", "1"],
  [".spec.minReadySeconds", "none"],
  [".spec.strategy.rollingUpdate.maxSurge", '"25%"'],
  [".spec.template.metadata.labels.app", "none"],
  [".spec.template.spec.serviceAccountName", '"runner"'],
  [".spec.template.spec.priority", "none"],
  ['.spec.template.spec.containers[name="pinned"].imagePullPolicy', '"IfNotPresent"'],
  ['.spec.template.spec.containers[name="newest"].imagePullPolicy', '"Always"'],
  ['.spec.template.spec.containers[name="digest"].imagePullPolicy', '"IfNotPresent"'],
  ['.spec.template.spec.containers[name="pinned"].resources.limits.cpu', "none"],
  ['.spec.template.spec.containers[name="pinned"].livenessProbe.periodSeconds', "10"],
  ['.spec.template.spec.containers[name="pinned"].livenessProbe.httpGet.path', '"/"'],
])("%s of a Deployment becomes %s", (path, expected) => {
  expect(answer(deployment, path)).toBe(expected);
});

test.each([
  [
    "of a neighbour that was never tried",
    "apiVersion: apps/v1\nkind: Deployment\nspec: {strategy: {type: Sideways, rollingUpdate: {maxSurge: 1}}}",
    ".spec.strategy.rollingUpdate",
    "unknown",
  ],
  [
    "that hangs on a neighbour",
    "apiVersion: v1\nkind: Service\nspec: {type: NodePort, externalTrafficPolicy: Local}",
    ".spec.externalTrafficPolicy",
    '"Cluster"',
  ],
  [
    "that hangs on a neighbour that lets it go",
    "apiVersion: v1\nkind: Service\nspec: {type: ClusterIP, internalTrafficPolicy: Local}",
    ".spec.internalTrafficPolicy",
    '"Cluster"',
  ],
  ["that the cluster chooses", "apiVersion: v1\nkind: Service\nspec: {clusterIP: 10.0.0.9}", ".spec.clusterIP", "unknown"],
  ["of a kind without schema", "apiVersion: example.org/v1\nkind: Widget\nspec: {size: 1}", ".spec.size", "unknown"],
  ["of a Job", "apiVersion: batch/v1\nkind: Job\nspec: {backoffLimit: 1}", ".spec.backoffLimit", "6"],
  [
    "of a CronJob's Job, which is none yet",
    "apiVersion: batch/v1\nkind: CronJob\nspec: {jobTemplate: {spec: {backoffLimit: 1}}}",
    ".spec.jobTemplate.spec.backoffLimit",
    "none",
  ],
])("the default %s", (_, text, path, expected) => {
  expect(answer(text, path)).toBe(expected);
});

test("a custom resource gets what its definition says, with what lies below", () => {
  const [kind] = kindsOfCrd(objectOf(definition));
  const text = "apiVersion: example.dev/v1\nkind: Widget\nspec: {size: 1, plain: x, window: {from: 1}}";
  expect([".spec.size", ".spec.plain", ".spec.window.from"].map((path) => answer(text, path, kind?.type))).toEqual(["3", "none", "8"]);
  const of = { object: { apiVersion: "example.dev/v1", kind: "Widget" }, kind: kindOf("example.dev/v1", "Widget", kind?.type) };
  expect(printJson(withDefaults(of, fieldPath("spec"), new Map()).value)).toBe('{"size":3,"window":{"from":8}}');
});

test("a list is filled in as the server stores it", () => {
  const [object] = parseDocument(`${deployment}metadata: {name: web}`).objects;
  if (object === undefined) throw new Error("no object");
  const of = { object, kind: kindOf(object.apiVersion, object.kind) };
  const probe = plainValue({ tcpSocket: { port: 80 } });
  const path = pathNamed(object, of.kind.type, '.spec.template.spec.containers[name="pinned"].livenessProbe');
  expect(withDefaults(of, path, probe)).toEqual({
    value: plainValue({ tcpSocket: { port: 80 }, failureThreshold: 3, periodSeconds: 10, successThreshold: 1, timeoutSeconds: 1 }),
    sure: true,
  });
});

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.dev}
spec:
  group: example.dev
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
    - name: v1
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                size: {type: integer, default: 3}
                plain: {type: string}
                window: {type: object, default: {}, properties: {from: {type: integer, default: 8}}}
`;

/** The default of one of the text's own fields, as if that were absent. */
function answer(text: string, name: string, type?: SchemaType): string {
  const [object] = parseDocument(`${text}\nmetadata: {name: probe}`).objects;
  if (object === undefined) throw new Error(`no object in:\n${text}`);
  const kind = kindOf(object.apiVersion, object.kind, type);
  const path = pathNamed(object, kind.type, name);
  const last = path.at(-1);
  const parent = valueAtPath(object.value, path.slice(0, -1), kind.type);
  if (!isMap(parent) || last?.kind !== "field") throw new Error(`no field at ${name}`);
  const found = defaultAt({ object, kind }, path, new Map([...parent].filter(([key]) => key !== last.name)));
  return typeof found === "string" ? found : printJson(found.value);
}

function pathNamed({ value }: Pick<ManifestObject, "value">, type: SchemaType, name: string): FieldPath {
  for (const leaf of pathsOf(fieldSetOf(value, type))) {
    for (let length = leaf.length; length > 0; length--) if (printPath(leaf.slice(0, length)) === name) return leaf.slice(0, length);
  }
  throw new Error(`no field at ${name}`);
}
