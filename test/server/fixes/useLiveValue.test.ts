import { expect, test } from "vitest";
import { checkFix, fixTitles } from "../../support/check.ts";

test("a scalar keeps its quotes and its comment", () =>
  checkFix(
    `
//- manifest
kind: ConfigMap
data:
  mode: 'slow' # as agreed
//- live
data:
  mode: fast   # @ops=Update
`,
    'Use the live value "fast" of .data.mode (owned together with ops)',
    `kind: ConfigMap
data:
  mode: 'fast' # as agreed
`,
  ));

test("a text that reads as something else is quoted", () =>
  checkFix(
    `
//- manifest
kind: ConfigMap
data:
  mode: slow
//- live
data:
  mode: "yes"   # @ops=Update
`,
    'Use the live value "yes" of .data.mode (owned together with ops)',
    `kind: ConfigMap
data:
  mode: "yes"
`,
  ));

test("of an atomic map only what differs is written", () =>
  checkFix(
    `
//- manifest
kind: Service
spec:
  selector:
    app: other # the shell
    track: stable
//- live
spec:
  selector: # @ops=Update
    app: shell
`,
    "Use the live values of .spec.selector (owned together with ops)",
    `kind: Service
spec:
  selector:
    app: shell # the shell
`,
  ));

test("where the file only adds to a map, that is the way to go", () => {
  const titles = fixTitles(
    "\n//- manifest\nkind: Service\nspec:\n  selector:\n    app: shell\n    track: stable\n//- live\nspec:\n  selector: # @ops=Update\n    app: shell\n",
  );
  expect(titles.map((title) => title.replace(/ \(.*/, ""))).toEqual(["★ Use the live values of .spec.selector", "Drop .spec.selector"]);
});

test.each([
  [
    "a list in brackets with comments",
    "kind: Pod\nspec:\n  tolerations: [{ key: a }, # first\n    { key: b }]",
    "spec:\n  tolerations: # @ops=Update\n    - key: b",
  ],
  ["a list that is empty", "kind: Pod\nspec:\n  tolerations: []", "spec:\n  tolerations: # @ops=Update\n    - key: b"],
  ["a hidden value", "kind: Secret\ndata:\n  a: Yg==", "data:\n  a: YQ== # @ops=Update"],
  ["a text that stands elsewhere too", "kind: ConfigMap\ndata:\n  a: &a new\n  b: *a", "data:\n  a: old # @ops=Update"],
])("%s is left alone", (_, manifest, live) => {
  expect(fixTitles(`\n//- manifest\n${manifest}\n//- live\n${live}\n`).filter((title) => title.includes("Use the live"))).toEqual([]);
});

test("what the file lacks of an atomic map is added behind what it has", () =>
  checkFix(
    `
//- manifest
kind: Service
spec:
  selector:
    app: other # the shell
//- live
spec:
  selector: # @ops=Update
    app: shell
    tier: front
`,
    "Use the live values of .spec.selector (owned together with ops)",
    `kind: Service
spec:
  selector:
    app: shell # the shell
    tier: front
`,
  ));

test.each([
  [
    "items that stay keep their text and their comments",
    "\n    # spot nodes\n    - key: spot # cheap\n      operator: Exists\n      # until May\n    - key: gone\n    # gpu nodes\n    - key: gpu\n",
    '\n    # spot nodes\n    # gpu nodes\n    - key: gpu\n    - key: new\n      value: "on"\n    - key: spot # cheap\n      operator: Exists\n      # until May\n',
  ],
  [
    "in brackets",
    " [{ key: spot, operator: Exists }, { key: gone }, { key: gpu }]\n",
    ' [{ key: gpu }, {"key":"new","value":"on"}, { key: spot, operator: Exists }]\n',
  ],
  [
    "what stands behind the list stays",
    "\n  - key: gpu\n  # done\n  hostNetwork: true\n",
    '\n  - key: gpu\n  - key: new\n    value: "on"\n  - key: spot\n    operator: Exists\n  # done\n  hostNetwork: true\n',
  ],
])("a list: %s", (_, before, after) =>
  checkFix(
    `
//- manifest
kind: Pod
spec:
  tolerations:${before}//- live
spec:
  tolerations: # @ops=Update
    - { key: gpu }
    - { key: new, value: "on" }
    - { key: spot, operator: Exists }
`,
    "Use the live value of .spec.tolerations (owned together with ops)",
    `kind: Pod\nspec:\n  tolerations:${after}`,
  ),
);

test("an item that differs a little is changed in its place", () =>
  checkFix(
    `
//- manifest
kind: Pod
spec:
  tolerations:
    - key: spot # cheap
      effect: NoSchedule # for now
    - key: gpu
//- live
spec:
  tolerations: # @ops=Update
    - { key: spot, effect: NoExecute }
    - { key: gpu }
`,
    "Use the live value of .spec.tolerations (owned together with ops)",
    `kind: Pod
spec:
  tolerations:
    - key: spot # cheap
      effect: NoExecute # for now
    - key: gpu
`,
  ));

test("JSON stays JSON", () =>
  checkFix(
    `
//- manifest
{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web", "namespace": "shop"}, "spec": {"tolerations": [{"key": "a"}]}}
//- live
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  tolerations:   # @ops
    - key: b
    - key: a
`,
    "Use the live value of .spec.tolerations (owned together with ops)",
    `{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web", "namespace": "shop"}, "spec": {"tolerations": [{"key":"b"}, {"key": "a"}]}}
`,
  ));

test("a number in JSON that becomes a text is quoted", () =>
  checkFix(
    `
//- manifest
{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "namespace": "shop"}, "spec": {"strategy": {"rollingUpdate": {"maxSurge": 1}}}}
//- live
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  strategy:
    rollingUpdate:
      maxSurge: 25%   # @ops
`,
    'Use the live value "25%" of .spec.strategy.rollingUpdate.maxSurge (owned together with ops)',
    `{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "namespace": "shop"}, "spec": {"strategy": {"rollingUpdate": {"maxSurge": "25%"}}}}
`,
  ));

test.each([
  ["in lines", "\n    app: shell # ours\n    old: a\n    tier: back\n", "\n    app: shell # ours\n    tier: front\n    zone: b\n"],
  ["in brackets", " { app: shell, old: a, tier: back }\n", " { app: shell, tier: front, zone: b }\n"],
])("of a map some keys go, some change and some come: %s", (_, before, after) =>
  checkFix(
    `
//- manifest
kind: Service
spec:
  selector:${before}//- live
spec:
  selector: # @ops=Update
    app: shell
    tier: front
    zone: b
`,
    "Use the live values of .spec.selector (owned together with ops)",
    `kind: Service\nspec:\n  selector:${after}`,
  ),
);
