import { describe, expect, test } from "vitest";
import { hover } from "../../../server/features/hover.ts";
import { checkHover, checkLiveHover } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";

const source = "Live: saved live.yaml, written just now · as ci, by the test";

describe("a manifest's field", () => {
  test("held by another with another value", () =>
    checkHover(
      `
//- manifest
kind: Deployment
spec:
  repl$0icas: 3
//- live age=3h
spec:
  replicas: 5        # @kube-controller-manager=Update/scale
`,
      "**`.spec.replicas`**",
      "Owned by `kube-controller-manager` (Update, scale, 3 h ago)",
      "Live 5, here 3",
      "Applying as `ci` is **refused** here",
      source,
    ));

  test.each([
    ["shared", "a: new   # @other", "", ["Owned by `other` (Apply)", "Same value: as `ci` you would share ownership"]],
    ["ours", "a: new   # @ci", "", ["Owned by `ci` (Apply)", "Same value: `ci` owns it already"]],
    ["nobody's, equal", "a: new", "", ["No owner: no manager is on record for it", "Same value: as `ci` you would own it"]],
    [
      "nobody's, other",
      "a: old\n  b: x   # @other",
      "",
      ["No owner: no manager is on record for it", 'Live "old", here "new"', "Applying as `ci` changes it"],
    ],
    [
      "forced",
      "a: old   # @other",
      "force=on",
      ["Owned by `other` (Apply)", 'Live "old", here "new"', "Applying as `ci` takes it from `other` by force"],
    ],
  ])("%s", (_, live, options, lines) =>
    checkHover(
      `
//- manifest ${options}
kind: ConfigMap
data:
  $0a: new
//- live
data:
  ${live}
`,
      "**`.data.a`**",
      ...lines,
      options === "" ? source : source.replace("as ci", "as ci \\(with force\\)"),
    ),
  );

  test("client-side nobody is asked", () =>
    checkHover(
      `
//- manifest with=client-side
kind: ConfigMap
data:
  $0a: new
//- live
data:
  a: old   # @other
`,
      "**`.data.a`**",
      "Owned by `other` (Apply)",
      'Live "old", here "new"',
      "`ci` applies client-side: it sets this, whoever owns it",
      source.replace("as ci", "as ci \\(client-side\\)"),
    ));

  test("inside an atomic list, below the field that is owned", () =>
    checkHover(
      `
//- manifest
kind: Pod
spec:
  tolerations:
    - ke$0y: gpu
//- live
spec:
  tolerations:         # @pools=Update
    - key: spot
`,
      "**`.spec.tolerations[0].key`**",
      "Part of atomic list `.spec.tolerations`",
      "Owned by `pools` (Update)",
      'Live "spot", here "gpu"',
      "Applying as `ci` is **refused** here",
      source,
    ));

  test("without a schema, a list is left to the server", () =>
    checkHover(
      `
//- manifest
apiVersion: example.dev/v1
kind: Widget
spec:
  $0steps: [a]
//- live
spec:
  steps: [b]   # @operator=Update
`,
      "**`.spec.steps`**",
      "Owned by `operator` (Update)",
      'This file removes its only item \\("b"\\) and adds 1 \\("a"\\)',
      "Whether applying as `ci` is refused, only the server knows: no schema is known for example.dev/v1 Widget; values that are filled in later, or lists of an unknown kind, may conflict",
      source,
    ));

  test.each([
    ["workspace", "How its lists merge is taken from a CustomResourceDefinition in the workspace"],
    ["deduced", "How its lists merge is not known: neither a cluster nor the workspace has its schema"],
    ["server", undefined],
    ["bundled", undefined],
  ] as const)("a schema that is %s is said where the object is named, if it matters", (schemaSource, line) => {
    const { snapshots, cursor = 0 } = readFixture(`
//- manifest
apiVersion: example.dev/v1
kind: Wid$0get
spec: {size: 1}
//- live
spec: {size: 1}
`);
    const [snapshot] = snapshots;
    const shown = snapshot && hover({ ...snapshot, kind: { ...snapshot.kind, schemaSource } }, cursor);
    const lines = shown?.markdown.split("  \n") ?? [];
    expect(lines.filter((text) => text.startsWith("How its lists"))).toEqual(line === undefined ? [] : [line]);
    expect(lines.at(-1)).toBe(source);
  });

  test("scaled under the same name: that is somebody's hand", () =>
    checkHover(
      `
//- manifest manager=kubectl
kind: Deployment
spec:
  $0replicas: 5
//- live
spec:
  replicas: 5   # @kubectl=Update/scale
`,
      "**`.spec.replicas`**",
      "Owned by `kubectl` (Update, scale)",
      "Same value: as `kubectl` you would share ownership",
      source.replace("as ci", "as kubectl"),
    ));

  test("inside an atomic map that would change elsewhere", () =>
    checkHover(
      `
//- manifest manager=ci
kind: Service
spec:
  selector:
    $0app: web
    tier: front
//- live
spec:
  selector:            # @ci
    app: web
`,
      "**`.spec.selector.app`**",
      "Part of atomic map `.spec.selector`",
      "Owned by `ci` (Apply)",
      "Applying as `ci` changes it",
      source,
    ));

  test("a map shows who owns what is below", () =>
    checkHover(
      `
//- manifest
kind: ConfigMap
$0data:
  a: new
//- live
data:          # .@b=Update
  a: new         # @ci @b=Update
  c: new         # @ci
`,
      "**`.data`**",
      "Owned by `b` (Update)",
      "Fields below: `ci` 2 fields and `b` 1 field",
      source,
    ));

  test("a default inside an item that somebody owns is nobody's", () =>
    checkHover(
      `
//- manifest
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: app
          $0imagePullPolicy: Always
//- live
spec:
  template:
    spec:
      containers:
        - name: app   # .@other @other
          imagePullPolicy: Always
`,
      '**`.spec.template.spec.containers[name="app"].imagePullPolicy`**',
      "No owner: no manager is on record for it",
      "Same value: as `ci` you would own it",
      source,
    ));

  test("the kind of a list is told", () =>
    checkHover(
      `
//- manifest
kind: Service
spec:
  po$0rts:
    - port: 80
//- live
spec:
  ports:
    - port: 80        # .@ci @ci
      protocol: TCP
`,
      "**`.spec.ports`** · list keyed by port, protocol",
      "Fields below: `ci` 1 field",
      source,
    ));
});

describe("the object as a whole, at its name", () => {
  test("who owns how much, and what an apply does", () =>
    checkHover(
      `
//- manifest
ki$0nd: ConfigMap
data:
  a: new
//- live
data:
  a: old   # @other
  b: new   # @ci
`,
      "**ConfigMap shop/web**",
      "Fields are owned by `other` 1 field and `ci` 1 field",
      "Applying as ci is refused: 1 field held by other",
      source,
    ));
});

describe("nothing to compare with", () => {
  test.each([
    ["absent", "No live object in saved live.yaml: an apply creates it"],
    ["denied", "No live object from saved live.yaml: the cluster is denied"],
  ])("%s", (state, line) =>
    checkHover(
      `
//- manifest
kind: ConfigMap
data:
  $0a: new
//- live state=${state}
`,
      "**`.data.a`**",
      line,
    ),
  );

  test("a live object that could not be read again", () =>
    checkHover(
      `
//- manifest
kind: ConfigMap
data:
  $0a: new
//- live state=stale context=prod
data:
  a: old   # @other
`,
      "**`.data.a`**",
      "Stale, read 3 min ago: 10.0.0.1 cannot be reached",
      "Owned by `other` (Apply)",
      'Live "old", here "new"',
      "Whether applying as `ci` is refused, only the server knows",
      "Live: context prod, namespace shop · as ci, by the test",
    ));

  test("outside of any field", () =>
    checkHover(`
//- manifest
kind: ConfigMap
data:
  a: new
# a com$0ment
//- live
data:
  a: new
`));
});

test("what the cluster says is text, never Markdown", () => {
  const { snapshots, cursor } = readFixture(`
//- manifest
kind: ConfigMap
data:
  $0a: new
//- live
data:
  a: "[click](http://evil.test) <img src=x> **b**"   # @evil\`[x](http://evil.test)\`=Update
`);
  const [given] = snapshots;
  const markdown = given && hover(given, cursor ?? 0)?.markdown;
  expect(markdown).toContain("`` evil`[x](http://evil.test)` ``");
  expect(markdown).toContain("\\[click\\]\\(http:&#47;&#47;evil.test\\) \\<img src=x\\> \\*\\*b\\*\\*");
});

test("never more than eight lines", () => {
  const owners = Array.from({ length: 20 }, (_, i) => `@m${i}=Update`).join(" ");
  const { snapshots, cursor } = readFixture(`
//- manifest
kind: ConfigMap
data:
  $0a: new
//- live context=prod namespace=assumed age=1h
data:
  a: old   # ${owners}
`);
  const [given] = snapshots;
  const lines = (given && hover(given, cursor ?? 0)?.markdown)?.split("  \n") ?? [];
  expect(lines.length).toBeLessThanOrEqual(8);
  expect(lines[1]).toBe("Owned by `m0` (Update, 1 h ago), `m1` (Update, 1 h ago) and 18 more");
});

test("a saved live object shows its own owners", () =>
  checkLiveHover(
    `
//- manifest
kind: ConfigMap
data:
  $0a: old
//- live age=3h
data:
  a: old   # @other
`,
    "**`.data.a`**",
    "Owned by `other` (Apply, 3 h ago)",
  ));
