import type { Scenario } from "./scenario.ts";

/** A kind whose lists are of every type, with free-form parts, a status subresource and scale. */
export const widgets = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.shop.example.org
spec:
  group: shop.example.org
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget}
  versions:
    - name: v1
      served: true
      storage: true
      subresources:
        status: {}
        scale: {specReplicasPath: .spec.size, statusReplicasPath: .status.size}
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                size: {type: integer}
                color: {type: string, default: red}
                plain:
                  type: array
                  items: {type: object, properties: {name: {type: string}, value: {type: string}}}
                tags:
                  type: array
                  x-kubernetes-list-type: set
                  items: {type: string}
                parts:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [name, side]
                  items:
                    type: object
                    required: [name]
                    properties:
                      name: {type: string}
                      side: {type: string, default: left}
                      count: {type: integer}
                limits:
                  type: object
                  x-kubernetes-map-type: atomic
                  additionalProperties: {type: integer}
                config:
                  type: object
                  x-kubernetes-preserve-unknown-fields: true
            status:
              type: object
              properties: {size: {type: integer}, phase: {type: string}}
`;

/** Custom resources: their schema is only on the server. */
export const customResources: readonly Scenario[] = [
  {
    title: "a list without list type is atomic",
    history: [{ by: "operator", apply: widget("plain", "plain: [{name: a, value: theirs}, {name: b}]") }],
    manifest: widget("plain", "plain:\n    - name: a\n      value: mine"),
    manager: "ci",
    expected: { answer: "conflict", paths: [".spec.plain"] },
  },
  {
    title: "sets and keyed lists merge, leaves of a shared item conflict",
    history: [
      { by: "operator", apply: widget("lists", "tags: [a, b]\n  parts: [{name: wheel, count: 4}, {name: wheel, side: right, count: 4}]") },
    ],
    manifest: widget("lists", "tags: [b, c]\n  parts:\n    - name: wheel\n      count: 5\n    - name: door\n      count: 2"),
    manager: "ci",
    expected: { answer: "conflict", paths: ['.spec.parts[name="wheel",side="left"].count'] },
  },
  {
    title: "an atomic map",
    history: [{ by: "operator", apply: widget("limits", "limits: {cpu: 1}") }],
    manifest: widget("limits", "limits: {cpu: 1, memory: 2}"),
    manager: "ci",
    expected: { answer: "conflict", paths: [".spec.limits"] },
  },
  {
    title: "free-form parts are merged key by key, their lists are atomic",
    history: [{ by: "operator", apply: widget("config", "config: {a: {b: 1, c: [1, 2]}, d: same}") }],
    manifest: widget("config", "config:\n    a:\n      b: 2\n      c: [1]\n    d: same\n    e: mine"),
    manager: "ci",
    expected: { answer: "conflict", paths: [".spec.config.a.b", ".spec.config.a.c"] },
  },
  {
    title: "scaled through its own replicas path",
    history: [
      { by: "ci", apply: widget("size", "size: 2") },
      { by: "hpa", subresource: "scale", merge: "spec: {replicas: 6}" },
    ],
    manifest: widget("size", "size: 3"),
    manager: "ci",
    expected: { answer: "conflict", paths: [".spec.size"] },
  },
  {
    title: "status is no claim, a default belongs to who created the object",
    history: [
      { by: "operator", create: widget("custom-status", "size: 1") },
      { by: "operator", subresource: "status", merge: "status: {phase: Ready}" },
    ],
    manifest: `${widget("custom-status", "size: 1\n  color: blue")}status:\n  phase: Mine\n`,
    manager: "ci",
    expected: { answer: "conflict", paths: [".spec.color"] },
  },
].map((scenario) => ({ ...scenario, definitions: [widgets] }) as Scenario);

export function widget(name: string, spec: string): string {
  return `apiVersion: shop.example.org/v1
kind: Widget
metadata:
  name: ${name}
spec:
  ${spec}
`;
}
