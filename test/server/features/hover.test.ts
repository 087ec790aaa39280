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
      "**Applying as `ci` is refused here**",
      "Without it here: stays 5, kept by kube-controller-manager",
      "`kube-controller-manager`: a HorizontalPodAutoscaler; writes it again at its next adjustment. To do: leave the field out of the file",
      source,
    ));

  test.each([
    [
      "shared",
      "a: new   # @other",
      "",
      ["Owned by `other` (Apply)", "Same value: as `ci` you would share ownership", 'Without it here: stays "new", kept by other'],
    ],
    ["ours", "a: new   # @ci", "", ["Owned by `ci` (Apply)", "Same value: `ci` owns it already", "Without it here: deleted"]],
    [
      "nobody's, equal",
      "a: new\n  b: x   # @other",
      "",
      [
        "No owner: no manager is on record for it",
        "Same value: as `ci` you would own it",
        'Without it here: stays "new", since no manager owns it',
      ],
    ],
    [
      "nobody's, other",
      "a: old\n  b: x   # @other",
      "",
      [
        "No owner: no manager is on record for it",
        'Live "old", here "new"',
        "Applying as `ci` changes it",
        'Without it here: stays "old", since no manager owns it',
      ],
    ],
    [
      "forced",
      "a: old   # @other",
      "force=on",
      [
        "Owned by `other` (Apply)",
        'Live "old", here "new"',
        "Applying as `ci` takes it from `other` by force",
        'Without it here: stays "old", kept by other',
      ],
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
      "**Applying as `ci` is refused here**",
      'Without it here: stays \\[\\{key: "spot"\\}\\], kept by pools',
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
      "Without it here: stays 5, kept by kubectl",
      "`kubectl`: kubectl scale, by hand",
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
      "Without it here: deleted",
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
      'Without it here: stays "Always", since no manager owns it',
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

test("never more than seven lines, and one of links", () => {
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
  expect(lines.length).toBeLessThanOrEqual(7);
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
  a: old   # @other @node-fetch=Update
`,
    "**`.data.a`**",
    "Owned by `other` (Apply, 3 h ago) and `node-fetch` (Update, 3 h ago)",
    "`node-fetch`: a program in JavaScript, such as a desktop client",
  ));

describe("what becomes of it, and who that is", () => {
  const deployment = (spec: string, live: string, options = "") => `
//- manifest ${options}
kind: Deployment
spec:
  ${spec}
//- live age=3h
spec:
  ${live}
`;
  const linesOf = (source: string): string[] => {
    const { snapshots, cursor = 0 } = readFixture(source);
    return (snapshots[0] && hover(snapshots[0], cursor))?.markdown.split("  \n") ?? [];
  };

  test("a default that it resets to", () =>
    expect(linesOf(deployment("repl$0icas: 3", "replicas: 3   # @ci"))).toContain("Without it here: resets to its default 1"));

  test("the client-side record is taken over by kubectl", () => {
    const lines = linesOf(`
//- manifest manager=kubectl
kind: ConfigMap
data:
  $0a: x
//- live
metadata:
  name: web
  namespace: shop
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: "{}"   # @kubectl-client-side-apply=Update
data:
  a: x   # @kubectl-client-side-apply=Update
`);
    expect(lines).toContain("Without it here: goes at the next kubectl apply --server-side, which takes over the client-side record");
    expect(lines).toContain("`kubectl-client-side-apply` under that name is us too, but another owner for the API server");
  });

  test.each(["with=client-side", "manager=auto"])("%s: nothing is said", (options) =>
    expect(linesOf(deployment("$0replicas: 3", "replicas: 5   # @x=Update", options)).join()).not.toContain("Without it"),
  );

  test("of several owners the newest record", () => {
    const { snapshots, cursor = 0 } = readFixture(deployment("$0replicas: 3", "replicas: 5   # @ci @kubectl-edit=Update"));
    const [given] = snapshots;
    if (given?.live.state !== "live") throw new Error("no live object");
    const managedFields = given.live.live.managedFields.map((entry) =>
      entry.manager === "kubectl-edit" ? { ...entry, time: "2026-01-05T11:00:00Z" } : entry,
    );
    const changed = { ...given, live: { ...given.live, live: { ...given.live.live, managedFields } } };
    const lines = hover(changed, cursor)?.markdown.split("  \n") ?? [];
    expect(lines).toContain("Live 5, here 3; the newest record is that of `kubectl-edit`, 1 h ago");
    expect(lines).toContain(
      "`kubectl-edit`: kubectl edit, by hand; will not come back for it. To do: write its value into the file, or take the field over",
    );
  });

  test("an alias in the person's words, escaped", () => {
    const { snapshots, cursor = 0 } = readFixture(deployment("$0replicas: 3", "replicas: 5   # @node-fetch=Update/scale"));
    const [given] = snapshots;
    const named = given && { ...given, names: { aliases: { "node-fetch": "the [desktop] client" }, us: [] } };
    expect(named && hover(named, cursor)?.markdown).toContain("`node-fetch`: the \\[desktop\\] client");
  });
});

describe("the object at a glance", () => {
  const glance = (manifest: string, live: string): string[] => {
    const { text, snapshots } = readFixture(`
//- manifest
kind: Deployment
${manifest}
//- live context=prod
${live}
`);
    return (snapshots[0] && hover(snapshots[0], text.indexOf("kind")))?.markdown.split("  \n") ?? [];
  };
  const image = (tag: string, owner = "") =>
    `spec:\n  template:\n    spec:\n      containers:\n        - name: app${owner.replace("# ", "# .@ci ")}\n          image: app:${tag}${owner}`;

  test("a changed template rolls out", () =>
    expect(glance(image("2"), image("1", "   # @ci"))).toEqual([
      "**Deployment shop/web**",
      "Fields are owned by `ci` 2 fields",
      "Applying as ci changes 1 field, rolls out Deployment web \\(template changed\\)",
      "Live: context prod, namespace shop, read just now · as ci, by the test",
    ]));

  test("being deleted, and its controller behind", () =>
    expect(
      glance(
        "spec:\n  replicas: 2",
        `metadata:
  name: web
  namespace: shop
  generation: 5
  deletionTimestamp: "2026-01-05T11:57:00Z"
  finalizers: ["example.dev/hold"]
spec:
  replicas: 3   # @ci
status:
  observedGeneration: 4`,
      ),
    ).toEqual([
      "**Deployment shop/web**",
      "**It is being deleted, asked for 3 min ago, and waits for `example.dev/hold`**",
      "Fields are owned by `ci` 1 field",
      "Applying as ci changes 1 field",
      "Its controller is behind: generation 5, observed 4",
      "Live: context prod, namespace shop, read just now · as ci, by the test",
    ]));

  test("records that nobody can read are no missing ones", () =>
    checkHover(
      `
//- manifest
$0kind: ConfigMap
data:
  a: x
//- live records=unreadable context=prod
data:
  a: x   # @other
`,
      "**ConfigMap shop/web**",
      "The API server cannot read all records of ownership: record 2: no FieldsV1",
      "Applying as ci is refused: failed to decode managed fields: record 2: no FieldsV1",
      "Live: context prod, namespace shop, read just now · as ci, by the test",
    ));

  test("nobody knows who applies", () => {
    const { text, snapshots } = readFixture(`
//- manifest manager=auto
kind: ConfigMap
data:
  a: x
  b: x
  c: x
//- live
data:
  a: x   # @kubectl-edit=Update
  b: x   # @kubectl-edit=Update
  c: x   # @kubectl-edit=Update
`);
    expect(snapshots[0] && hover(snapshots[0], text.indexOf("kind"))?.markdown.split("  \n")).toEqual([
      "**ConfigMap shop/web**",
      "Fields are owned by `kubectl-edit` 3 fields",
      "Who applies this file is not known: no manager holds enough of this file",
      "Live: saved live.yaml, written just now",
    ]);
  });

  test("no ownership is recorded", () => {
    const { snapshots } = readFixture("\n//- manifest\nkind: ConfigMap\ndata:\n  a: x\n//- live\ndata:\n  a: x\n");
    const [given] = snapshots;
    const at = given?.document.text.indexOf("kind") ?? 0;
    expect(given && hover(given, at)?.markdown).toContain(
      "No ownership is recorded: with the first apply all that is there becomes before-first-apply's, a name of the server's",
    );
  });

  test("a file that is not all its manager sends says so", () => {
    const { text, snapshots } = readFixture(`
//- manifest manager=auto
kind: ConfigMap
data:
  a: x
  b: x
  c: x
  d: x
//- live
data:
  a: x     # @team-cd
  b: x     # @team-cd
  c: x     # @team-cd
  d: x     # @team-cd
  other: y # @team-cd
`);
    expect(snapshots[0] && hover(snapshots[0], text.indexOf("kind"))?.markdown).toContain(
      "This file is not all that `team-cd` sends: nothing is said of what it lacks",
    );
  });
});

describe("what an apply does not take", () => {
  test("null in place of what others hold empties nothing", () =>
    checkHover(
      `
//- manifest
kind: Deployment
spec:
  $0strategy: null
//- live
spec:
  strategy:
    type: Recreate   # @ops
`,
      "**`.spec.strategy`**",
      "Fields below: `ops` 1 field",
      'Live \\{type: "Recreate"\\}, here null',
      "Applying as `ci` leaves the live value as it is",
      'Without it here: stays \\{type: "Recreate"\\}, kept by ops',
      source,
    ));

  test("status belongs to its subresource", () =>
    checkHover(
      `
//- manifest
kind: PodDisruptionBudget
status:
  $0currentHealthy: 1
//- live
status:
  currentHealthy: 2   # @operator=Update/status
`,
      "**`.status.currentHealthy`**",
      "Owned by `operator` (Update, status)",
      "status is ignored here: it is written through the status subresource only",
      source,
    ));

  test("a key that is written again below is lost", () =>
    checkHover(
      `
//- manifest
kind: ConfigMap
data: { $0a: x }
data: { b: x }
//- live
data:
  a: y   # @other
`,
      "**`.data.a`**",
      "Written again below: kubectl sends the last one only, so this one is lost",
    ));
});
