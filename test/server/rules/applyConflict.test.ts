import { describe, expect, test } from "vitest";
import { check } from "../../../server/rules/rules.ts";
import { checkDiagnostics } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";

describe("another manager holds another value", () => {
  test("the autoscaler", () =>
    checkDiagnostics(`
//- manifest manager=ci
kind: Deployment
spec:
  replicas: 3
  ^^^^^^^^ error apply-conflict 💡 .spec.replicas is owned by kube-controller-manager (Update, scale, 3 h ago), a HorizontalPodAutoscaler: live 5, here 3. Applying as ci is refused (Deployment shop/web).
//- live age=3h
spec:
  replicas: 5        # @kube-controller-manager=Update/scale
`));

  test("several owners, one finding", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data:
  mode: fast
  ^^^^ error apply-conflict 💡 owned by a (Apply) and b (Update): live "slow", here "fast"
  size: big
//- live
data:
  mode: slow         # @a @b=Update
  size: big          # @a
`));

  test("keyed items are matched by their keys, with defaults", () =>
    checkDiagnostics(`
//- manifest
kind: Service
spec:
  ports:
    - port: 443
      targetPort: 8443
    - port: 80
      targetPort: 9000
      ^^^^^^^^^^ error apply-conflict 💡 .spec.ports[port=80,protocol="TCP"].targetPort is owned by mesh (Update)
//- live
spec:
  ports:
    - port: 80           # .@mesh=Update
      protocol: TCP
      targetPort: 8080   # @mesh=Update
    - port: 443
      protocol: TCP
      targetPort: 8443   # @mesh=Update
`));

  test("an atomic list is one field", () =>
    checkDiagnostics(`
//- manifest
kind: Pod
spec:
  tolerations:
  ^^^^^^^^^^^ error apply-conflict 💡 .spec.tolerations is one atomic list, owned by pools (Update): this file removes its only item ({key: "spot"}) and adds 1 ({key: "gpu"})
    - key: gpu
//- live
spec:
  tolerations:         # @pools=Update
    - key: spot
`));

  test("us under another operation beside somebody else", () =>
    checkDiagnostics(`
//- manifest manager=ci
kind: ConfigMap
data:
  mode: fast
  ^^^^ error apply-conflict 💡 Applying as ci is refused: you under another operation or name are another owner too
//- live
data:
  mode: slow         # @ci=Update @a
`));

  test("another spelling of the same amount is still refused, and the cause is named", () =>
    checkDiagnostics(`
//- manifest
kind: PersistentVolumeClaim
spec:
  resources:
    requests: { storage: 1024Mi }
                ^^^^^^^ error apply-conflict 💡 live "1Gi", here "1024Mi" (same amount, other spelling)
//- live
spec:
  resources:
    requests:
      storage: 1Gi   # @ops
`));

  test("an assumed namespace is named with its source", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
metadata: { name: web }
data:
  mode: fast
  ^^^^ error apply-conflict 💡 Applying as ci is refused (ConfigMap web (namespace shop, from context prod)).
//- live context=prod namespace=assumed
data:
  mode: slow         # @a
`));

  test("a secret's values are not needed to tell a conflict", () => {
    const { snapshots } = readFixture(`
//- manifest
kind: Secret
data:
  password: YQ==
//- live
data:
  password: Yg==     # @rotator=Update
`);
    expect(snapshots.flatMap(check)).toHaveLength(1);
  });
});

describe("nothing to say", () => {
  test.each([
    ["equal values", "data:\n  mode: fast", "", "data:\n  mode: fast   # @a"],
    ["a value nobody owns", "data:\n  mode: fast", "", "data:\n  mode: slow\n  other: x   # @a"],
    ["our own value", "data:\n  mode: fast", "", "data:\n  mode: slow   # @ci"],
    ["client-side", "data:\n  mode: fast", "with=client-side", "data:\n  mode: slow   # @a"],
    ["Helm 3", "data:\n  mode: fast", "with=helm3", "data:\n  mode: slow   # @a"],
    ["a placeholder", "data:\n  mode: $(MODE)", "", "data:\n  mode: slow   # @a"],
    ["left to its owner", "data:\n  other: x", "", "data:\n  mode: slow   # @a"],
  ])("%s", (_, manifest, options, live) =>
    checkDiagnostics(`
//- manifest ${options}
kind: ConfigMap
${manifest}
//- live
${live}
`),
  );

  test("above a placeholder", () =>
    checkDiagnostics(`
//- manifest
kind: Pod
spec:
  tolerations:
    - key: \${POOL}
//- live
spec:
  tolerations:         # @pools=Update
    - key: spot
`));

  test.each(["absent", "denied", "unreachable", "slow"])("the live object is %s", (state) =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data:
  mode: fast
//- live state=${state}
`),
  );

  test("owners unknown: saved without managed fields", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data:
  mode: fast
//- live state=ownersUnknown
data:
  mode: slow
`));

  test("a record that cannot be read: the apply fails before it counts owners", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
^^^^ error unreadable-owners so every server-side apply fails
data:
  mode: fast
//- live records=unreadable
data:
  mode: slow         # @a=Update
`));

  test("text that does not parse", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data: {
  mode: fast
//- live
data:
  mode: slow   # @a
`));
});

test("an object without any record: its first apply makes one, which holds everything", () =>
  checkDiagnostics(`
//- manifest
kind: ConfigMap
^^^^ hint first-apply ConfigMap shop/web has no record of who set what
data:
  mode: fast
  ^^^^ error apply-conflict 💡 .data.mode is owned by before-first-apply (Update)
//- live
data:
  mode: slow
`));

describe("without a schema", () => {
  test("a scalar in plain maps is certain enough to show, and says what it rests on", () => {
    const fixture = `
//- manifest
apiVersion: example.dev/v1
kind: Widget
spec:
  size: 3
  ^^^^ error apply-conflict 💡 .spec.size is owned by operator (Update): live 5, here 3
//- live
spec:
  size: 5            # @operator=Update
`;
    checkDiagnostics(fixture);
    const [finding] = readFixture(fixture).snapshots.flatMap(check);
    expect(finding?.certainty).toEqual({ kind: "serverDecides", reason: "no schema is known for example.dev/v1 Widget" });
  });

  test.each([
    ["a list", "spec:\n  steps: [a]", "spec:\n  steps: [b]   # @operator=Update"],
    ["a list's container alone", "spec:\n  steps: [a]", "spec:\n  steps:   # .@operator=Update\n    - b"],
    ["status", "status:\n  phase: a", "status:\n  phase: b   # @operator=Update"],
    ["a map in place of a value", "spec:\n  size: {a: 1}", "spec:\n  size: 5   # @operator=Update"],
  ])("no squiggle from a guess: %s", (_, manifest, live) =>
    checkDiagnostics(`
//- manifest
apiVersion: example.dev/v1
kind: Widget
${manifest}
//- live
${live}
`),
  );

  test("with the cluster's schema lists are known", () =>
    checkDiagnostics(`
//- manifest
apiVersion: example.dev/v1
kind: Widget
spec:
  servers:
    - name: a
      port: 2
      ^^^^ error apply-conflict 💡 .spec.servers[name="a"].port is owned by operator (Update)
//- live
spec:
  servers:
    - name: a
      port: 1        # @operator=Update
//- schema
types:
- name: root
  map:
    fields:
    - {name: apiVersion, type: {scalar: string}}
    - {name: kind, type: {scalar: string}}
    - {name: metadata, type: {namedType: any}}
    - name: spec
      type:
        map:
          fields:
          - name: servers
            type:
              list:
                elementRelationship: associative
                keys: [name]
                elementType: {map: {fields: [{name: name, type: {scalar: string}}, {name: port, type: {scalar: numeric}}]}}
- name: any
  scalar: untyped
  list: {elementType: {namedType: any}, elementRelationship: atomic}
  map: {elementType: {namedType: any}}
`));
});

test("an owner recorded at another version leaves the field undecided, without a squiggle", () =>
  checkDiagnostics(`
//- manifest
apiVersion: example.dev/v2
kind: Widget
spec:
  size: 3
//- live
spec:
  size: 5            # @operator=Update@example.dev/v1
`));

test("an object that could not be read again may be another by now: no squiggle", () =>
  checkDiagnostics(`
//- manifest
kind: ConfigMap
data:
  a: new
//- live state=stale context=prod
data:
  a: old   # @other
`));

test("the person's words for a manager's name stand beside it", () => {
  const [given] = readFixture(
    "\n//- manifest\nkind: ConfigMap\ndata:\n  a: new\n//- live\ndata:\n  a: old   # @node-fetch=Update\n",
  ).snapshots;
  const [finding] = given === undefined ? [] : check({ ...given, names: { aliases: { "node-*": "the desktop client" }, us: [] } });
  expect(finding?.message).toContain('.data.a is owned by node-fetch (Update), the desktop client: live "old", here "new".');
});
