import { expect, test } from "vitest";
import { checkFix, fixTitles } from "../../support/check.ts";

test("the field goes, its comment and its emptied parent too", () =>
  checkFix(
    `
//- manifest
kind: Deployment
metadata:
  labels:
    app: web
spec:
  replicas: 3 # before the autoscaler came
//- live
spec:
  replicas: 5        # @hpa=Update/scale
`,
    "Drop .spec.replicas (owned by hpa, which keeps 5)",
    `kind: Deployment
metadata:
  labels:
    app: web
`,
  ));

test.each([
  [
    "a keeper beside the migrated entry",
    "# @kubectl-client-side-apply=Update @hpa=Update",
    '★ Drop .data.a (owned by hpa and kubectl-client-side-apply, which keep "old")',
  ],
  [
    "only the entry that kubectl migrates",
    "# @kubectl-client-side-apply=Update",
    "Drop .data.a (owned by kubectl-client-side-apply: the next kubectl apply --server-side deletes the live field)",
  ],
])("%s", (_, owners, title) => {
  expect(
    fixTitles(`
//- manifest
kind: ConfigMap
data:
  a: x
  b: z
//- live
metadata:
  name: web
  namespace: shop
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: "{}"   # @kubectl-client-side-apply=Update
data:
  a: old               ${owners}
`),
  ).toContain(title);
});

test("a container's image can be dropped, but that is not the way to go", () => {
  expect(
    fixTitles(`
//- manifest
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: app
          image: app:1
//- live
spec:
  template:
    spec:
      containers:
        - name: app
          image: app:2   # @kubectl-set=Update
`),
  ).toEqual([
    'Drop .spec.template.spec.containers[name="app"].image (owned by kubectl-set; without it this manifest alone is no valid Deployment)',
    'Use the live value "app:2" of .spec.template.spec.containers[name="app"].image (owned together with kubectl-set)',
  ]);
});

test.each([
  ["the definition, which others use", "a: &value x\n  b: *value", []],
  ["one use of it", "z: &value x\n  a: *value", ['★ Drop .data.a (owned by other, which keeps "old")']],
])("an anchor: %s", (_, data, titles) => {
  expect(
    fixTitles(`
//- manifest
kind: ConfigMap
data:
  ${data}
//- live
data:
  a: old   # @other
`),
  ).toEqual(titles);
});

test("what nobody keeps becomes its default", () => {
  expect(
    fixTitles(`
//- manifest
kind: Deployment
spec:
  replicas: 3
  paused: true
//- live
metadata:
  name: web
  namespace: shop
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: "{}"   # @kubectl-client-side-apply=Update
spec:
  replicas: 5        # @kubectl-client-side-apply=Update
`),
  ).toContain("Drop .spec.replicas (owned by kubectl-client-side-apply: the next kubectl apply --server-side resets it to its default 1)");
});
