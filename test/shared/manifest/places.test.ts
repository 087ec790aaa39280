import { expect, test } from "vitest";
import { type FieldPath, fieldPath } from "../../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../../shared/fieldpath/printPath.ts";
import { locate } from "../../../shared/manifest/locate.ts";
import { pathAt } from "../../../shared/manifest/pathAt.ts";
import { touchesPlaceholder } from "../../../shared/manifest/placeholders.ts";
import { bundledType, objectIn } from "./support.ts";

const deployment = bundledType("apps/v1", "Deployment");
const head = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n";

/** The text has one `$0`; the answer is the path and the part that the cursor is on, or nothing. */
const offsets: readonly { readonly text: string; readonly at: string }[] = [
  { text: "spec:\n  $0replicas: 3\n", at: ".spec.replicas key" },
  { text: "spec:\n  replicas$0: 3\n", at: ".spec.replicas key" },
  { text: "spec:\n  replicas: $03\n", at: ".spec.replicas value" },
  { text: "spec:\n  replicas: 3$0\n", at: ".spec.replicas value" },
  { text: "spec:\n $0 replicas: 3\n", at: "" },
  { text: "spec:\n  replicas: 3 # $0note\n", at: "" },
  { text: "spec:\n  # $0note\n  replicas: 3\n", at: "" },
  { text: "spec:\n  replicas: 3\n$0", at: "" },
  { text: 'spec: {"repl$0icas": 3}\n', at: ".spec.replicas key" },
  { text: "spec: $0{replicas: 3}\n", at: ".spec value" },
  { text: "spec: {replicas: 3$0, paused: true}\n", at: ".spec.replicas value" },
  { text: "spec:\n  ? repl$0icas\n  : 3\n", at: ".spec.replicas key" },
  { text: "spec:\n  ? replicas\n  : $03\n", at: ".spec.replicas value" },
  { text: "  annotations:\n    x: |\n      one\n      t$0wo\n", at: ".metadata.annotations.x value" },
  { text: '  annotations:\n    "😀": "😀$0"\n', at: ".metadata.annotations.😀 value" },
  { text: "  finalizers:\n  - a/b\n  - c$0/d\n", at: '.metadata.finalizers[="c/d"] value' },
  { text: "  finalizers:\n  $0- a/b\n", at: '.metadata.finalizers[="a/b"] item' },
  { text: "  finalizers: [a/b, c$0/d]\n", at: '.metadata.finalizers[="c/d"] value' },
  {
    text: "spec:\n  template:\n    spec:\n      containers:\n      $0- name: app\n",
    at: '.spec.template.spec.containers[name="app"] item',
  },
  {
    text: "spec:\n  template:\n    spec:\n      containers:\n      - image: x\n        n$0ame: app\n",
    at: '.spec.template.spec.containers[name="app"].name key',
  },
  {
    text: "spec:\n  template:\n    spec:\n      containers:\n      - name: app\n        ports:\n        - containerPort: $080\n",
    at: '.spec.template.spec.containers[name="app"].ports[containerPort=80,protocol="TCP"].containerPort value',
  },
  {
    text: "spec:\n  template:\n    spec:\n      tolerations:\n      - key: x\n      - k$0ey: y\n",
    at: ".spec.template.spec.tolerations[1].key key",
  },
  { text: "  labels: &l\n    a$0pp: web\nspec:\n  selector:\n    matchLabels: *l\n", at: ".metadata.labels.app key" },
  { text: "  labels: &l\n    app: web\nspec:\n  selector:\n    matchLabels: *$0l\n", at: ".spec.selector.matchLabels value" },
  { text: "  labels: &l\n    app: web\nspec:\n  selector:\n    matchLabels:\n      <$0<: *l\n", at: ".spec.selector.matchLabels value" },
  { text: "spec:\n  selector:\n    matchLabels:\n      <<: {a$0pp: web}\n", at: ".spec.selector.matchLabels.app key" },
];

test.each(offsets)("$text is $at", ({ text, at }) => {
  for (const ends of ["\n", "\r\n"]) {
    const marked = (head + text).replaceAll("\n", ends);
    const offset = marked.indexOf("$0");
    const hit = pathAt(objectIn(marked.replace("$0", "")), offset, deployment);
    expect(hit === undefined ? "" : `${printPath(hit.path)} ${hit.part}`).toBe(at);
  }
});

const container = (name: string, field: string): FieldPath => [
  ...fieldPath("spec", "template", "spec", "containers"),
  { kind: "key", keys: [{ name: "name", value: name }] },
  ...fieldPath(field),
];

const anchored = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  labels: &common
    app: web
    tier: front
spec:
  selector:
    matchLabels: *common
  template:
    metadata:
      labels:
        <<: *common
        tier: back
    spec:
      containers:
      - &base
        name: web
        image: registry.example.test/web:1
        resources: &res
          limits: {cpu: "1"}
      - <<: *base
        name: helper
        resources: *res
`;

/** Each place as `key|value`, with what it comes through, its anchor's first line, and whether it counts. */
const places: readonly { readonly text: string; readonly path: FieldPath; readonly found: readonly string[] }[] = [
  { text: anchored, path: fieldPath("metadata", "labels", "app"), found: ["app|web"] },
  { text: anchored, path: fieldPath("spec", "selector", "matchLabels"), found: ["matchLabels|*common @ &common"] },
  { text: anchored, path: fieldPath("spec", "selector", "matchLabels", "app"), found: ["|*common alias @ app: web"] },
  {
    text: anchored,
    path: fieldPath("spec", "template", "metadata", "labels", "tier"),
    found: ["|<<: *common merge @ tier: front lost", "tier|back"],
  },
  { text: anchored, path: fieldPath("spec", "template", "metadata", "labels", "app"), found: ["|<<: *common merge @ app: web"] },
  { text: anchored, path: container("helper", "image"), found: ["|<<: *base merge @ image: registry.example.test/web:1"] },
  { text: anchored, path: container("helper", "resources"), found: ["|<<: *base merge @ resources: &res lost", "resources|*res @ &res"] },
  { text: anchored, path: container("web", "image"), found: ["image|registry.example.test/web:1"] },
  { text: `${head}spec:\n  replicas: 1\n  replicas: 2\n`, path: fieldPath("spec", "replicas"), found: ["replicas|1 lost", "replicas|2"] },
  {
    text: `${head}spec:\n  replicas: 1\nspec:\n  replicas: 2\n`,
    path: fieldPath("spec", "replicas"),
    found: ["replicas|1 lost", "replicas|2"],
  },
  {
    text: `${head}spec: {template: {spec: {containers: [{name: a, image: x}, {name: a, image: y}]}}}\n`,
    path: container("a", "image"),
    found: ["image|x", "image|y"],
  },
  { text: `${head}spec:\n  paused:\n`, path: fieldPath("spec", "paused"), found: ["paused|"] },
  { text: head, path: fieldPath("spec", "replicas"), found: [] },
];

test.each(places)("places of a path: $found", ({ text, path, found }) => {
  const locations = locate(objectIn(text), path, deployment);
  const shown = locations.map(({ key, value, through, anchor, effective }) => {
    const own = `${key === undefined ? "" : text.slice(key.start, key.end)}|${text.slice(value.start, value.end)}`;
    const at = anchor === undefined ? "" : `@ ${text.slice(anchor.start, anchor.end).split("\n")[0]}`;
    return [own, through, at, effective ? "" : "lost"].filter((part) => part !== undefined && part !== "").join(" ");
  });
  expect(shown).toEqual(found);
  expect(locations.map((location) => location.ordinal)).toEqual(found.map((_, index) => index));
});

test("the ordinal tells the places of one path apart", () => {
  const text = `${head}spec:\n  replicas: 1\n  replicas: 2\n`;
  const ordinals = [text.indexOf("replicas"), text.lastIndexOf("replicas")].map(
    (offset) => pathAt(objectIn(text), offset, deployment)?.ordinal,
  );
  expect(ordinals).toEqual([0, 1]);
});

const variable = "$".concat("{ENV}");

const placeholders: readonly { readonly text: string; readonly path: FieldPath; readonly touches: boolean }[] = [
  { text: `spec:\n  replicas: ${variable}\n  paused: true\n`, path: fieldPath("spec", "replicas"), touches: true },
  { text: `spec:\n  replicas: ${variable}\n  paused: true\n`, path: fieldPath("spec"), touches: true },
  { text: `spec:\n  replicas: ${variable}\n  paused: true\n`, path: fieldPath("spec", "paused"), touches: false },
  { text: "  labels: {a: $(X), b: <NAME>, c: __C__, d: a < b, e: $x}\n", path: fieldPath("metadata", "labels", "a"), touches: true },
  { text: "  labels: {a: $(X), b: <NAME>, c: __C__, d: a < b, e: $x}\n", path: fieldPath("metadata", "labels", "b"), touches: true },
  { text: "  labels: {a: $(X), b: <NAME>, c: __C__, d: a < b, e: $x}\n", path: fieldPath("metadata", "labels", "c"), touches: true },
  { text: "  labels: {a: $(X), b: <NAME>, c: __C__, d: a < b, e: $x}\n", path: fieldPath("metadata", "labels", "d"), touches: false },
  { text: "  labels: {a: $(X), b: <NAME>, c: __C__, d: a < b, e: $x}\n", path: fieldPath("metadata", "labels", "e"), touches: false },
  {
    text: `spec: {template: {spec: {containers: [{name: 'app-${variable}', image: x}]}}}\n`,
    path: container(`app-${variable}`, "image"),
    touches: true,
  },
];

test.each(placeholders)("placeholder in $text at or below the path: $touches", ({ text, path, touches }) => {
  expect(touchesPlaceholder(objectIn(head + text), path, deployment)).toBe(touches);
});
