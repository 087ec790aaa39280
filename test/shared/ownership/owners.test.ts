import { expect, test } from "vitest";
import { type FieldPath, fieldPath, keyElement } from "../../../shared/fieldpath/pathElement.ts";
import { ownersAt } from "../../../shared/ownership/owners.ts";
import { readFixture } from "../../support/fixture.ts";

const [given] = readFixture(`
//- manifest
kind: Deployment
spec: {}
//- live
spec:
  replicas: 2                 # @a @b=Update@apps/v1beta1
  selector:                   # @a
    matchLabels: { app: web }
  template:
    spec:
      tolerations:            # @b=Update
        - key: spot
      containers:
        - name: web           # .@a @a
          image: web:1        # @b=Update
          imagePullPolicy: Always
`).snapshots;

const container: FieldPath = [...fieldPath("spec", "template", "spec", "containers"), keyElement([{ name: "name", value: "web" }])];
const pod = fieldPath("spec", "template", "spec");

test.each<[string, FieldPath, string, string[], string[]]>([
  ["exact", [...container, ...fieldPath("image")], "field", ["b"], []],
  ["co-owned, one at another version", fieldPath("spec", "replicas"), "field", ["a", "b, unsure"], []],
  [
    "inside an atomic list",
    [...pod, ...fieldPath("tolerations"), { kind: "index", index: 0 }, ...fieldPath("key")],
    "inherited",
    ["b"],
    [],
  ],
  ["inside an atomic map", fieldPath("spec", "selector", "matchLabels", "app"), "inherited", ["a"], []],
  ["a list item", container, "field", ["a"], ["a 1", "b 1"]],
  ["a default in an item that somebody owns", [...container, ...fieldPath("imagePullPolicy")], "none", [], []],
  ["a struct", fieldPath("spec", "template"), "none", [], ["b 2", "a 1"]],
  ["what is not there", fieldPath("spec", "paused"), "none", [], []],
])("%s", (_, path, kind, owners, below) => {
  if (given?.live.state !== "live") throw new Error("no live object");
  const found = ownersAt(given.live.live, path, given.kind.type);
  expect({
    kind: found.kind,
    owners: found.owners.map(({ entry, sure }) => `${entry.manager}${sure ? "" : ", unsure"}`),
    below: found.below.map(({ owner, fields }) => `${owner.entry.manager} ${fields}`),
  }).toEqual({ kind, owners, below });
});
