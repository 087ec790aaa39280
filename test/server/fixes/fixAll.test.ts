import { expect, test } from "vitest";
import { fixAll } from "../../../server/fixes/fixAll.ts";
import { check } from "../../../server/rules/rules.ts";
import { parseDocument } from "../../../shared/manifest/parseDocument.ts";
import { checkFixAll } from "../../support/check.ts";
import { applier, objectOf, savedLive, snapshot } from "../../support/snapshots.ts";

test("fixes that empty a parent together take it along; what nobody keeps stays", () =>
  checkFixAll(
    `
//- manifest
kind: Deployment
metadata:
  name: web
  namespace: shop
  annotations:
    one: "1"
    two: "2"
spec:
  replicas: 3
  template:
    spec:
      containers:
        - name: app
          image: app:1 # not to be dropped
//- live
metadata:
  name: web
  namespace: shop
  annotations:
    one: a           # @ops=Update
    two: b           # @ops=Update
spec:
  replicas: 5        # @hpa=Update/scale
  template:
    spec:
      containers:
        - name: app
          image: app:2   # @kubectl-set=Update
`,
    `kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  template:
    spec:
      containers:
        - name: app
          image: app:1 # not to be dropped
`,
  ));

test("fixes of different kinds", () =>
  checkFixAll(
    `
//- manifest
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
  uid: abc
  creationTimestamp: null
spec:
  clusterIP: none # as it was
  ports:
    - port: 80
    - port: 80
  publishNotReadyAddresses: "true"
status:
  loadBalancer:
    ingress: [{ ip: 10.0.0.1 }]
//- live
metadata: { name: web, namespace: shop, uid: def }
`,
    `apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
spec:
  clusterIP: none # as it was
  ports:
    - port: 80
  publishNotReadyAddresses: true
`,
  ));

test("an atomic map that the file only adds to", () =>
  checkFixAll(
    `
//- manifest
kind: Service
metadata: { name: web, namespace: shop }
spec:
  type: NodePort
  selector:
    app: web
    added: here
//- live
spec:
  type: ClusterIP    # @ops=Update
  selector:          # @ops=Update
    app: web
`,
    `kind: Service
metadata: { name: web, namespace: shop }
spec:
  selector:
    app: web
`,
  ));

test("all objects of a List", () => {
  const item = (name: string, data: string): string =>
    `  - apiVersion: v1\n    kind: ConfigMap\n    metadata: { name: ${name}, namespace: shop }\n${data}`;
  const head = "apiVersion: v1\nkind: List\nitems:\n";
  checkFixAll(
    `
//- manifest
${head}${item("web", "    data:\n      a: x\n      b: x\n")}${item("web", "    data:\n      a: x\n      c: x\n")}
//- live
data:
  a: old   # @other
  b: old   # @other
`,
    `${head}${item("web", "")}${item("web", "    data:\n      c: x\n")}\n`,
  );
});

test.each([
  ["nobody keeps it", "# @kubectl-client-side-apply=Update"],
  ["it is a hand's, and forced", "# @kubectl-edit=Update"],
])("nothing is safe: %s", (_, owner) =>
  checkFixAll(
    `
//- manifest ${owner.includes("edit") ? "force=on" : ""}
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
  a: old               ${owner}
`,
    undefined,
  ),
);

test("thousands of conflicts are dropped in no time", () => {
  const keys = Array.from({ length: 5_000 }, (_, at) => `key-${at}`);
  const objects = ["here", "there"].map((value) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "web", namespace: "shop" },
    data: Object.fromEntries(keys.map((key) => [key, value])),
  }));
  const [own, live] = objects.map((object) => JSON.stringify(object, undefined, 1)) as [string, string];
  const fields = Object.fromEntries(keys.map((key) => [`f:${key}`, {}]));
  const record = { manager: "other", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: { "f:data": fields } };
  const recorded = live.replace('"namespace": "shop"', `"namespace": "shop", "managedFields": [${JSON.stringify(record)}]`);
  const document = parseDocument(own);
  const snapshots = document.objects.map((object) => snapshot(document, object, savedLive(objectOf(recorded)), applier("ci")));
  const targets = snapshots.flatMap((given) => check(given).map((finding) => ({ ...finding, snapshot: given, document: snapshots })));
  expect(targets.length).toBe(keys.length);
  const before = process.cpuUsage();
  expect(fixAll(targets)?.resolves.length).toBe(keys.length);
  // About 0.1 s; what is quadratic takes many.
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(1);
});
