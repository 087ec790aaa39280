import type { EffectScenario } from "./effects.ts";
import { tried } from "./immutable.ts";

const lockedKind = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: locks.shop.example.org
spec:
  group: shop.example.org
  scope: Namespaced
  names: {plural: locks, singular: lock, kind: Lock}
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
              x-kubernetes-validations:
                - {rule: "!has(oldSelf.plan) || self.plan == oldSelf.plan"}
              properties:
                size: {type: integer}
                plan: {type: string}
                zone: {type: string, x-kubernetes-validations: [{rule: self == oldSelf, message: zone is fixed}]}
                at: {type: string, format: date-time, x-kubernetes-validations: [{rule: self == oldSelf}]}
                labels:
                  type: object
                  additionalProperties: {type: string}
                  x-kubernetes-validations: [{rule: self == oldSelf}]
                disks:
                  type: array
                  maxItems: 5
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [name]
                  items:
                    type: object
                    required: [name]
                    properties:
                      name: {type: string}
                      size: {type: integer, x-kubernetes-validations: [{rule: self == oldSelf}]}
`;

/** Changes of what a definition's own rules never let change, and of what they do. */
export const lockedFields: readonly EffectScenario[] = [
  {
    title: "a field that a rule locks",
    was: locked("im-rule", "zone: a"),
    is: locked("im-rule", "zone: b"),
    words: '.spec.zone never changes (zone is fixed): live "a", here "b"',
    path: ["spec", "zone"],
    live: "a",
    fix: { id: "use-live-value", leaves: "a" },
    refused: "zone is fixed",
  },
  {
    title: "a field that a rule of its map locks once it is set",
    was: locked("im-once", "plan: a"),
    is: locked("im-once", "plan: b"),
    words: '.spec.plan never changes (a rule of its definition): live "a", here "b"',
    path: ["spec", "plan"],
    live: "a",
    refused: "failed rule: !has(oldSelf.plan) || self.plan == oldSelf.plan",
  },
  {
    title: "a field that is set for the first time",
    was: locked("im-first", "size: 1"),
    is: locked("im-first", "size: 1", "plan: b", "zone: c"),
    path: ["spec", "plan"],
    live: undefined,
    becomes: "b",
  },
  {
    title: "a field that is set once, and left out",
    was: locked("im-left", "size: 1", "plan: b"),
    is: locked("im-left", "size: 1"),
    words: '.spec.plan never changes (a rule of its definition): live "b", and without it here the apply removes it',
    path: ["spec", "plan"],
    live: "b",
    refused: "no such key: plan",
  },
  {
    title: "a key of a locked map that is left out",
    was: locked("im-map-key", "labels: {a: x, b: x}"),
    is: locked("im-map-key", "labels: {a: x}"),
    words: ".spec.labels.b, which is part of .spec.labels, never changes",
    path: ["spec", "labels", "b"],
    live: "x",
    refused: "failed rule: self == oldSelf",
  },
  {
    title: "a field of a keyed item",
    was: locked("im-item", "disks: [{name: a, size: 1}]"),
    is: locked("im-item", "disks: [{name: b, size: 3}, {name: a, size: 2}]"),
    words: '.spec.disks[name="a"].size never changes',
    path: ["spec", "disks", "name=a", "size"],
    live: 1,
    refused: "failed rule: self == oldSelf",
  },
  {
    title: "a moment that is written otherwise",
    was: locked("im-moment", 'at: "2026-01-01T00:00:00Z"'),
    is: locked("im-moment", 'at: "2026-01-01T01:00:00+01:00"'),
    path: ["spec", "at"],
    live: "2026-01-01T00:00:00Z",
    becomes: "2026-01-01T01:00:00+01:00",
  },
].map((change) => tried({ ...change, definitions: [lockedKind] }));

function locked(name: string, ...fields: readonly string[]): string {
  const spec = fields.map((field) => `  ${field}\n`).join("");
  return `apiVersion: shop.example.org/v1\nkind: Lock\nmetadata:\n  name: ${name}\nspec:\n${spec}`;
}
