import { expect, test } from "vitest";
import { type FieldPath, fieldPath } from "../../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../../shared/fieldpath/printPath.ts";
import { dropFields } from "../../../shared/manifest/dropFields.ts";
import { bundledType, objectIn, withEdits } from "./support.ts";

const container = (...names: readonly string[]): FieldPath => [
  ...fieldPath("spec", "template", "spec", "containers"),
  { kind: "key", keys: [{ name: "name", value: "app" }] },
  ...fieldPath(...names),
];
const head = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n";

/** What stands behind the head before and after; the paths are dropped in one go. */
const cases: readonly { readonly name: string; readonly paths: readonly FieldPath[]; readonly before: string; readonly after: string }[] = [
  {
    name: "a scalar between siblings, with its trailing comment",
    paths: [fieldPath("spec", "replicas")],
    before: "spec:\n  # how many\n  replicas: 3 # held by the autoscaler\n  # which\n  selector: {}\n",
    after: "spec:\n  # how many\n  # which\n  selector: {}\n",
  },
  {
    name: "the last field of its parent takes the parent along",
    paths: [fieldPath("spec", "strategy", "rollingUpdate", "maxSurge")],
    before: "spec:\n  strategy:\n    rollingUpdate:\n      maxSurge: 1\n  replicas: 3\n",
    after: "spec:\n  replicas: 3\n",
  },
  {
    name: "two fields that empty their parent together",
    paths: [fieldPath("spec", "strategy", "type"), fieldPath("spec", "strategy", "rollingUpdate")],
    before:
      "spec:\n  strategy:\n    type: RollingUpdate\n    # kept small\n    rollingUpdate: {maxSurge: 1}\n    # older:\n    #   maxSurge: 2\n  replicas: 3\n",
    after: "spec:\n  replicas: 3\n",
  },
  {
    name: "everything but the head",
    paths: [fieldPath("spec", "replicas")],
    before: "spec:\n  replicas: 3",
    after: "",
  },
  {
    name: "the first key of a list item moves the next one up",
    paths: [container("image")],
    before: "spec:\n  template:\n    spec:\n      containers:\n      - image: a:1 # note\n        name: app\n",
    after: "spec:\n  template:\n    spec:\n      containers:\n      - name: app\n",
  },
  {
    name: "the first two keys of a list item",
    paths: [container("image"), container("command")],
    before: "spec:\n  template:\n    spec:\n      containers:\n      - image: a:1\n        command:\n        - sh\n        name: app\n",
    after: "spec:\n  template:\n    spec:\n      containers:\n      - name: app\n",
  },
  {
    name: "a comment in front of the next key keeps its line",
    paths: [container("image")],
    before: "spec:\n  template:\n    spec:\n      containers:\n      - image: a:1\n        # its name\n        name: app\n",
    after: "spec:\n  template:\n    spec:\n      containers:\n      -\n        # its name\n        name: app\n",
  },
  {
    name: "a whole list item, dash and all",
    paths: [container()],
    before:
      "spec:\n  template:\n    spec:\n      containers:\n        # main\n        - name: app\n          image: a:1\n        # helper\n        - name: proxy\n          image: p:1\n",
    after:
      "spec:\n  template:\n    spec:\n      containers:\n        # main\n        # helper\n        - name: proxy\n          image: p:1\n",
  },
  {
    name: "an item of a set",
    paths: [[...fieldPath("metadata", "finalizers"), { kind: "value", value: "a/b" }]],
    before: "  finalizers: [a/b, c/d]\n",
    after: "  finalizers: [c/d]\n",
  },
  {
    name: "flow maps: first, middle, last",
    paths: [fieldPath("spec", "a"), fieldPath("spec", "c"), fieldPath("spec", "e")],
    before: "spec: {a: 1, b: 2, c: 3, d: 4, e: 5}\n",
    after: "spec: {b: 2, d: 4}\n",
  },
  {
    name: "a run at the end of a flow map",
    paths: [fieldPath("spec", "b"), fieldPath("spec", "c")],
    before: "spec: { a: 1, b: 2, c: 3 }\n",
    after: "spec: { a: 1 }\n",
  },
  {
    name: "a comma behind the last flow entry stays",
    paths: [fieldPath("spec", "b")],
    before: "spec: {a: 1, b: 2, }\n",
    after: "spec: {a: 1, }\n",
  },
  {
    name: "flow map over several lines, with comments",
    paths: [fieldPath("spec", "b"), fieldPath("spec", "d")],
    before: "spec: {\n  a: 1,\n  # about b\n  b: 2, # two\n  # about c\n  c: [1,\n    2],\n  d: 4\n}\n",
    after: "spec: {\n  a: 1,\n  # about b\n  # about c\n  c: [1,\n    2]\n}\n",
  },
  {
    name: "a key that is written twice goes twice",
    paths: [fieldPath("spec", "replicas")],
    before: "spec:\n  replicas: 1\n  paused: true\n  replicas: 2\n",
    after: "spec:\n  paused: true\n",
  },
  {
    name: "a parent that is written twice: only the one that counts",
    paths: [fieldPath("spec", "replicas")],
    before: "spec:\n  replicas: 1\nspec:\n  replicas: 2\n  paused: true\n",
    after: "spec:\n  replicas: 1\nspec:\n  paused: true\n",
  },
  {
    name: "an alias is dropped where it is used",
    paths: [fieldPath("spec", "selector", "matchLabels")],
    before: "  labels: &l\n    app: web\nspec:\n  paused: true\n  selector:\n    matchLabels: *l\n",
    after: "  labels: &l\n    app: web\nspec:\n  paused: true\n",
  },
  {
    name: "an anchor that nobody uses",
    paths: [fieldPath("metadata", "labels")],
    before: "  labels: &l\n    app: web\nspec: {paused: true}\n",
    after: "spec: {paused: true}\n",
  },
  {
    name: "block scalars with blank lines",
    paths: [fieldPath("spec", "a")],
    before: "spec:\n  a: |+\n    text\n\n    more\n\n\n  b: 1\n",
    after: "spec:\n  b: 1\n",
  },
  {
    name: "an explicit key",
    paths: [fieldPath("spec", "a")],
    before: "spec:\n  ? a\n  : 1\n  b: 1\n",
    after: "spec:\n  b: 1\n",
  },
  {
    name: "CRLF, quoted keys and characters outside of the BMP",
    paths: [fieldPath("spec", "😀 a")],
    before: 'spec:\r\n  "😀 a": "😀"   # 😀\r\n  b: 1\r\n',
    after: "spec:\r\n  b: 1\r\n",
  },
  {
    name: "no line break at the end of the file stays so",
    paths: [fieldPath("spec", "b")],
    before: "spec:\n  a: 1\n  b: 1",
    after: "spec:\n  a: 1",
  },
  {
    name: "nested lists on one line",
    paths: [[...fieldPath("spec", "a"), { kind: "index", index: 0 }, { kind: "index", index: 0 }]],
    before: "spec:\n  a:\n  - - 1\n    - 2\n  - 3\n",
    after: "spec:\n  a:\n  - - 2\n  - 3\n",
  },
];

test.each(cases)("$name", ({ paths, before, after }) => {
  const object = objectIn(head + before);
  const { edits, refused } = dropFields(object, paths, bundledType("apps/v1", "Deployment"));
  expect(refused).toEqual([]);
  const wanted = after === "" && !before.endsWith("\n") ? head.trimEnd() : head + after;
  expect(withEdits(object.source.text, edits)).toBe(wanted);
});

test("JSON keeps its commas", () => {
  const text =
    '{\n  "apiVersion": "v1",\n  "kind": "ConfigMap",\n  "metadata": {"name": "x"},\n  "data": {\n    "a": "1",\n    "b": "2",\n    "c": "3"\n  },\n  "immutable": true\n}\n';
  const object = objectIn(text);
  const type = bundledType("v1", "ConfigMap");
  const { edits } = dropFields(object, [fieldPath("data", "b"), fieldPath("data", "c"), fieldPath("immutable")], type);
  expect(withEdits(text, edits)).toBe(
    '{\n  "apiVersion": "v1",\n  "kind": "ConfigMap",\n  "metadata": {"name": "x"},\n  "data": {\n    "a": "1"\n  }\n}\n',
  );
});

const refusals: readonly { readonly path: FieldPath; readonly text: string; readonly reason: string }[] = [
  { path: fieldPath("spec", "nothing"), text: "spec: {a: 1}\n", reason: "the text does not hold it" },
  {
    path: fieldPath("metadata", "labels", "app"),
    text: "  labels: &l\n    app: web\nspec:\n  x: *l\n",
    reason: "it stands in the anchor &l, which other fields use",
  },
  {
    path: fieldPath("metadata", "labels"),
    text: "  labels: &l\n    app: web\nspec:\n  x: *l\n",
    reason: "it holds the anchor &l, which other fields use",
  },
  { path: fieldPath("spec", "x", "app"), text: "  labels: &l\n    app: web\nspec:\n  x: *l\n", reason: "it comes from the anchor &l" },
  {
    path: fieldPath("spec", "x", "app"),
    text: "  labels: &l\n    app: web\nspec:\n  x:\n    <<: *l\n    b: 1\n",
    reason: "it comes through a merge key (<<)",
  },
  {
    path: fieldPath("spec", "x", "app"),
    text: "  labels: &l\n    app: web\nspec:\n  x:\n    <<: *l\n    app: db\n",
    reason: "it comes through a merge key (<<)",
  },
];

test.each(refusals)("refused: $reason", ({ path, text, reason }) => {
  const { edits, refused } = dropFields(objectIn(head + text), [path], bundledType("apps/v1", "Deployment"));
  expect(edits).toEqual([]);
  expect(refused.map((one) => `${printPath(one.path)}: ${one.reason}`)).toEqual([`${printPath(path)}: ${reason}`]);
});

test("an object is never emptied", () => {
  const object = objectIn(head);
  const paths = ["apiVersion", "kind", "metadata"].map((name) => fieldPath(name));
  expect(dropFields(object, paths, bundledType("apps/v1", "Deployment")).refused.map((one) => one.reason)).toEqual([
    "nothing of the object would be left",
  ]);
});
