import { describe, expect, test } from "vitest";
import { check } from "../../../server/rules/rules.ts";
import { checkDiagnostics } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";
import { applier } from "../../support/snapshots.ts";

describe("what only we hold and the file lacks", () => {
  test("is deleted, several at one place together", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data:
^^^^ information removes-field 💡 Applying as ci deletes .data.b and .data.c: they are not in this file any more, and nobody else holds them (ConfigMap shop/web).
  a: x
//- live
data:
  a: x         # @ci
  b: x         # @ci
  c: x         # @ci
`));

  test("is a whole item, or a whole map", () =>
    checkDiagnostics(`
//- manifest
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: web
          ^^^^^^^^^ information removes-field 💡 Applying as ci deletes .spec.template.spec.containers[name="web"].resources (live {limits: {cpu: 1}})
          env:
          ^^^ information removes-field 💡 deletes .spec.template.spec.containers[name="web"].env[name="B"] (live {name: "B", value: "b"})
            - name: A
//- live
spec:
  template:
    spec:
      containers:
        - name: web          # .@ci @ci
          resources:
            limits:
              cpu: 1         # @ci
          env:
            - name: A        # .@ci @ci
            - name: B        # .@ci @ci
              value: b       # @ci
`));

  test("is reset to the server's default, which is worth a warning", () =>
    checkDiagnostics(`
//- manifest
kind: Deployment
spec:
^^^^ warning removes-field 💡 Applying as ci resets .spec.replicas from 5 to its default 1: it is not in this file any more
  paused: true
//- live
spec:
  paused: true     # @ci
  replicas: 5      # @ci
`));

  test("takes what others hold in it along", () =>
    checkDiagnostics(`
//- manifest
kind: Deployment
spec:
  template:
    spec:
      containers:
      ^^^^^^^^^^ warning removes-field 💡 deletes .spec.template.spec.containers[name="old"] with what is held in it by sizer (Update)
        - name: web
//- live
spec:
  template:
    spec:
      containers:
        - name: web          # .@ci @ci
        - name: old          # .@ci @ci
          image: old:1       # @ci
          resources:
            limits:
              cpu: 1         # @sizer=Update
`));

  test("finalizers free a deleted object", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
^^^^ warning being-deleted waits for example.dev/guard
metadata: { name: web, namespace: shop }
^^^^^^^^ warning removes-field 💡 The object is being deleted: it disappears with its last finalizer.
//- live
metadata:
  name: web
  namespace: shop
  deletionTimestamp: "2026-01-05T11:00:00Z"
  finalizers:
    - example.dev/guard    # @ci
`));

  test("is told beside a conflict, which is about another field", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data:
^^^^ information removes-field 💡 Applying as ci deletes .data.b
  a: x
  ^ error apply-conflict 💡 owned by other
//- live
data:
  a: z         # @other
  b: x         # @ci
`));

  test("where only the server knows the default, it decides", () => {
    const fixture = `
//- manifest
kind: Service
spec:
^^^^ information removes-field 💡 Applying as ci deletes .spec.ipFamilies or resets it to a default
  selector: { app: web }
//- live
spec:
  selector: { app: web }   # @ci
  ipFamilies:              # @ci
    - IPv4
`;
    checkDiagnostics(fixture);
    const [finding] = readFixture(fixture).snapshots.flatMap(check);
    expect(finding?.certainty).toEqual({ kind: "serverDecides", reason: "the default of .spec.ipFamilies is not known" });
  });

  test("of what Flux takes over from kubectl, nobody else holds anything", () =>
    checkDiagnostics(`
//- manifest manager=kustomize-controller force=on
kind: ConfigMap
data:
^^^^ information removes-field 💡 Applying as kustomize-controller deletes .data.b (live "x"): it is not in this file any more, and nobody else holds it
  a: x
//- live
data:
  a: x      # @kustomize-controller
  b: x      # @kustomize-controller @kubectl-client-side-apply=Update
`));
});

describe("an inferred manager's file may not be all that it sends", () => {
  const { snapshots } = readFixture(`
//- manifest
kind: ConfigMap
data:
  a: x
//- live
data:
  a: x         # @ci
  b: x         # @ci
`);
  const found = (earlier: string): string[] =>
    snapshots.flatMap((snapshot) => {
      const known = readFixture(`//- manifest\nkind: ConfigMap\n${earlier}`).snapshots.map(({ object }) => object.value);
      return check({ ...snapshot, as: applier("ci", { inferred: true }), earlier: () => known }).map(({ code }) => code);
    });

  test("nothing, if no known text had the field", () => expect(found("data: { a: x }")).toEqual([]));
  test("but once it had it", () => expect(found("data: { a: x, b: y }")).toEqual(["removes-field"]));
  test("another document of the file names the object too", () => {
    const given = snapshots.map((snapshot) => ({ ...snapshot, twins: { before: undefined, after: 1 } }));
    expect(given.flatMap(check)).toEqual([]);
  });
});

describe("nothing to say", () => {
  test.each([
    ["still in the file", "", "a: x         # @ci"],
    ["never ours", "", "b: x         # @other"],
    ["client-side", "with=client-side", "b: x         # @ci"],
    ["Helm 3", "with=helm3", "b: x         # @ci"],
    ["recorded at another version", "", "b: x         # @ci=Apply@v1beta1"],
  ])("%s", (_, options, live) =>
    checkDiagnostics(`
//- manifest ${options}
kind: ConfigMap
data:
  a: x
//- live
data:
  ${live}
`),
  );

  test("the default is what it is", () =>
    checkDiagnostics(`
//- manifest
kind: Deployment
spec:
  paused: true
//- live
spec:
  paused: true     # @ci
  replicas: 1      # @ci
`));

  test("a deployer's own marks", () =>
    checkDiagnostics(`
//- manifest manager=kustomize-controller force=on
kind: ConfigMap
data:
  a: x
//- live
metadata:
  name: web
  namespace: shop
  labels:
    kustomize.toolkit.fluxcd.io/name: shop    # @kustomize-controller
data:
  a: x                                        # @kustomize-controller
`));

  test("an empty map that programs write where there is nothing, and that the server has filled since", () =>
    checkDiagnostics(`
//- manifest manager=kustomize-controller force=on
apiVersion: batch/v1
kind: Job
spec:
  template:
    spec:
      restartPolicy: Never
//- live
spec:
  template:
    metadata:                   # .@kustomize-controller
      labels:
        job-name: web
    spec:
      restartPolicy: Never      # @kustomize-controller
`));

  test("without a schema", () =>
    checkDiagnostics(`
//- manifest
apiVersion: example.dev/v1
kind: Widget
spec:
  a: 1
//- live
spec:
  a: 1     # @ci
  b: 1     # @ci
`));

  test("filled in later", () =>
    checkDiagnostics(`
//- manifest
kind: Deployment
spec:
  strategy: $(STRATEGY)
//- live
spec:
  strategy:
    type: Recreate     # @ci
`));

  test("a default that hangs on what is filled in later", () =>
    checkDiagnostics(`
//- manifest
kind: Pod
spec:
  containers:
    - name: web
      image: $(IMAGE)
//- live
spec:
  containers:
    - name: web                       # .@ci @ci
      image: web:1                    # @ci
      imagePullPolicy: IfNotPresent   # @ci
`));

  test.each(["absent", "denied", "stale", "ownersUnknown"])("the live object is %s", (state) =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data:
  mode: fast
//- live state=${state}
data:
  other: slow
`),
  );

  test("text that does not parse", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data: {
  mode: fast
//- live
data:
  other: slow       # @ci
`));
});
