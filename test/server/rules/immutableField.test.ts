import { describe, expect, test } from "vitest";
import { check } from "../../../server/rules/rules.ts";
import { checkDiagnostics } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";

const job = `//- live
spec:
  template:
    spec:
      restartPolicy: Never # @ci
      containers: # @ci
        - name: app
          image: app:1
`;

describe("a change of what never changes", () => {
  test("inside a Job's template", () =>
    checkDiagnostics(`
//- manifest manager=ci
apiVersion: batch/v1
kind: Job
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: app
          image: app:2
          ^^^^^ error immutable-field 💡 .spec.template.spec.containers[name="app"].image, which is part of .spec.template, never changes (field is immutable): live "app:1", here "app:2". Applying as ci is refused
${job}`));

  test("of a selector, before the conflict that it is too", () =>
    checkDiagnostics(`
//- manifest manager=ci
apiVersion: apps/v1
kind: Deployment
spec:
  selector:
  ^^^^^^^^ error immutable-field 💡 .spec.selector never changes (field is immutable): this file changes matchLabels from {app: "web"} to {app: "other"}
    matchLabels:
      app: other
//- live
spec:
  selector:
    matchLabels:
      app: web # @platform
`));

  test("of a selector that loses a label", () =>
    checkDiagnostics(`
//- manifest manager=ci
apiVersion: apps/v1
kind: DaemonSet
spec:
  selector:
  ^^^^^^^^ error immutable-field 💡 .spec.selector never changes (field is immutable): this file changes matchLabels from
    matchLabels:
      app: web
//- live
spec:
  selector: # @ci
    matchLabels:
      app: web
      tier: front
`));

  test("of a ConfigMap that is marked immutable", () =>
    checkDiagnostics(`
//- manifest manager=ci
kind: ConfigMap
immutable: true
data:
  a: "2"
  ^ error immutable-field 💡 .data.a, which is part of .data, never changes
//- live
immutable: true # @ci
data:
  a: "1" # @ci
`));

  test("not of the same bytes in several lines", () =>
    checkDiagnostics(`
//- manifest manager=ci
kind: ConfigMap
immutable: true
binaryData:
  a: "YWJj\\nZGVm"
//- live
immutable: true # @ci
binaryData:
  a: YWJjZGVm # @ci
`));
});

describe("whoever applies", () => {
  const selector = (options: string, annotation: string, words: string): void =>
    checkDiagnostics(`
//- manifest ${options}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  annotations: {note: a${annotation}}
spec:
  selector:
  ^^^^^^^^ ${words}
    matchLabels:
      app: other
//- live
metadata:
  name: web
  namespace: shop
  annotations:
    note: a # @ci @kustomize-controller @argocd-controller
spec:
  selector: # @ci @kustomize-controller @argocd-controller
    matchLabels:
      app: web
`);
  const force = ", kustomize.toolkit.fluxcd.io/force: Enabled";
  const options = (text: string): string => `, argocd.argoproj.io/sync-options: "${text}"`;

  test("kubectl apply", () => selector("with=client-side", "", "error immutable-field 💡 Applying as ci is refused (Deployment shop/web)"));
  test("Helm 3", () => selector("with=helm3", "", "error immutable-field 💡 Applying as ci is refused"));
  test("kubectl, which no annotation of Flux tells anything", () =>
    selector("manager=ci", force, "error immutable-field 💡 Applying as ci is refused"));
  test("Flux", () =>
    selector("manager=kustomize-controller force=on", "", "error immutable-field 💡 Applying as kustomize-controller is refused"));
  test("Flux, told to make it anew", () =>
    selector(
      "manager=kustomize-controller force=on",
      force,
      "information immutable-field 💡 Flux deletes the object and makes it anew, as kustomize.toolkit.fluxcd.io/force: enabled tells it to (Deployment shop/web)",
    ));
  test("Argo CD, told to make it anew", () =>
    selector(
      "manager=argocd-controller with=client-side",
      options("Force=true,Replace=true"),
      "information immutable-field 💡 Argo CD deletes the object and makes it anew, as argocd.argoproj.io/sync-options: Force=true,Replace=true tells it to",
    ));
  test("Argo CD, told to replace it, which the server refuses as well", () =>
    selector(
      "manager=argocd-controller with=client-side",
      options("Replace=true"),
      "error immutable-field 💡 Applying as argocd-controller is refused",
    ));
});

describe("no change", () => {
  test("is what the server fills into volumeClaimTemplates, or another spelling of an amount", () =>
    checkDiagnostics(`
//- manifest manager=ci
apiVersion: apps/v1
kind: StatefulSet
spec:
  serviceName: db
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        resources:
          requests:
            storage: 1024Mi
//- live
spec:
  serviceName: db # @ci
  volumeClaimTemplates: # @ci
    - apiVersion: v1
      kind: PersistentVolumeClaim
      metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        volumeMode: Filesystem
        resources:
          requests:
            storage: 1Gi
      status:
        phase: Pending
`));

  test("is a bound claim that asks for more", () =>
    checkDiagnostics(`
//- manifest manager=ci
apiVersion: v1
kind: PersistentVolumeClaim
spec:
  accessModes: [ReadWriteOnce]
  resources:
    requests:
      storage: 2Gi
//- live
spec:
  accessModes: [ReadWriteOnce] # @ci
  resources:
    requests:
      storage: 1Gi # @ci
  volumeName: v # @kube-controller-manager=Update
status:
  phase: Bound # @kube-controller-manager=Update/status
`));

  test("is the data of a ConfigMap that is not marked so", () =>
    checkDiagnostics(`
//- manifest manager=ci
kind: ConfigMap
data:
  a: "2"
//- live
data:
  a: "1" # @ci
`));
});

describe("nothing is said", () => {
  const job2 = `apiVersion: batch/v1
kind: Job
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: app
          image: app:2
`;
  test("of broken text", () => checkDiagnostics(`\n//- manifest manager=ci\n${job2}          command: [\n${job}`));
  test("of a value that is filled in later", () =>
    checkDiagnostics(`\n//- manifest manager=ci\n${job2.replace("app:2", '"$(IMAGE)"')}${job}`));
  test("of an object that may not be read", () => checkDiagnostics(`\n//- manifest manager=ci\n${job2}//- live state=denied\n`));
});

describe("what a definition's rule says never changes", () => {
  /** A Widget whose spec has this schema. */
  const definition = (spec: string): string =>
    `//- definition\ntype: object\nproperties:\n  spec:\n    ${spec}\n  status: {type: object, x-kubernetes-preserve-unknown-fields: true}\n`;
  const rule = (text: string, more = ""): string => `x-kubernetes-validations: [{rule: "${text}"${more}}]`;
  const widget = (spec: string): string => `apiVersion: example.dev/v1\nkind: Widget\nspec:\n${spec}`;
  const against = (schema: string, spec: string, live: string): void =>
    checkDiagnostics(`\n//- manifest manager=ci\n${widget(spec)}\n//- live\nspec:\n${live}\n${definition(schema)}`);
  const size = (validations: string): string =>
    `{type: object, properties: {size: {type: integer, ${validations}}, color: {type: string}}}`;

  test("a field", () =>
    against(
      size(rule("self == oldSelf", ", message: size is fixed")),
      "  size: 2\n  ^^^^ error immutable-field 💡 .spec.size never changes (size is fixed): live 1, here 2. Applying as ci is refused (Widget shop/web).",
      "  size: 1 # @ci",
    ));
  test.each([
    "self.size == oldSelf.size",
    "oldSelf.size == self.size",
    " self.size==oldSelf.size && self.color == oldSelf.color ",
    "!has(oldSelf.size) || self.size == oldSelf.size",
  ])("a field of a map: %s", (text) =>
    against(
      `{type: object, properties: {size: {type: integer}, color: {type: string}}, ${rule(text)}}`,
      "  size: 2\n  ^^^^ error immutable-field 💡 .spec.size never changes (a rule of its definition)",
      "  size: 1 # @ci",
    ),
  );
  test("below a map that never changes", () =>
    against(
      `{type: object, properties: {a: {type: object, additionalProperties: {type: string}, ${rule("self == oldSelf")}}}}`,
      "  a:\n    b: x\n    c: z\n    ^ error immutable-field .spec.a.c, which is part of .spec.a, never changes (a rule of its definition): not there in the live object",
      "  a:\n    b: x # @ci",
    ));
  test("an item, found by its keys", () =>
    against(
      `{type: object, properties: {parts: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items: {type: object, required: [name], properties: {name: {type: string}, size: {type: integer, ${rule("self == oldSelf")}}}}}}}`,
      '  parts:\n    - name: new\n      size: 1\n    - name: door\n      size: 2\n      ^^^^ error immutable-field 💡 .spec.parts[name="door"].size never changes',
      "  parts:\n    - name: door # .@ci\n      size: 1 # @ci",
    ));
  test("left out, so that the apply would remove it", () =>
    against(
      `{type: object, properties: {a: {type: object, additionalProperties: {type: string}, ${rule("self == oldSelf")}}}}`,
      '  a:\n  ^ error immutable-field .spec.a.c, which is part of .spec.a, never changes (a rule of its definition): live "z", and without it here the apply removes it\n    b: x',
      "  a:\n    b: x # @ci\n    c: z # @ci",
    ));

  const moment = (type: string): string => `{type: object, properties: {at: {${type}, ${rule("self == oldSelf")}}}}`;
  test("nothing is said of the same, of a moment written otherwise, and of durations", () => {
    against(size(rule("self == oldSelf")), "  size: 1", "  size: 1 # @ci");
    against(moment("type: string, format: date-time"), '  at: "2026-01-01T01:00:00+01:00"', '  at: "2026-01-01T00:00:00Z" # @ci');
    against(moment("type: string, format: duration"), "  at: 60s\n  ^^ hint spelling 💡", "  at: 1m # @ci");
  });
  test("as text they differ", () =>
    against(moment("type: string"), "  at: 60s\n  ^^ error immutable-field 💡 .spec.at never changes", "  at: 1m # @ci"));
  test.each([
    "self > oldSelf",
    "self == oldSelf || self > 3",
    "self == oldSelf.size",
    "has(self.size) == has(oldSelf.size)",
    "self.a__dash__b == oldSelf.a__dash__b",
    "self == self",
  ])("nothing is made of %s", (text) => against(size(rule(text)), "  size: 2", "  size: 1 # @ci"));
  test("nothing is made of a rule that sees an absent old value", () =>
    against(size(rule("self == oldSelf", ", optionalOldSelf: true")), "  size: 2", "  size: 1 # @ci"));
  test("nothing is said where the value comes or goes as a whole", () => {
    against(size(rule("self == oldSelf")), "  size: 1\n  color: red", "  color: red # @ci");
    const map = `{type: object, properties: {color: {type: string}, a: {type: object, additionalProperties: {type: string}, ${rule("self == oldSelf")}}}}`;
    const { snapshots } = readFixture(
      `\n//- manifest manager=ci\n${widget("  color: red")}\n//- live\nspec:\n  color: red # @ci\n  a: # .@ci\n    b: x # @ci\n${definition(map)}`,
    );
    expect(snapshots.flatMap(check).map(({ code }) => code)).toEqual(["removes-field"]);
  });
  test("by a definition of the workspace, which the cluster may not have, it is a warning", () => {
    const { snapshots } = readFixture(
      `\n//- manifest manager=ci\n${widget("  size: 2")}\n//- live\nspec:\n  size: 1 # @ci\n${definition(size(rule("self == oldSelf")))}`,
    );
    const found = snapshots.flatMap((one) => check({ ...one, kind: { ...one.kind, schemaSource: "workspace" } }));
    expect(found.map(({ code, severity, certainty }) => [code, severity, certainty])).toEqual([
      ["immutable-field", "warning", { kind: "serverDecides", reason: "judged by the definition in this workspace" }],
    ]);
  });
  test("nothing is said of a status, which an apply leaves alone", () =>
    checkDiagnostics(`
//- manifest manager=ci
${widget("  size: 1")}
status: {phase: B}
^^^^^^ hint status-ignored 💡
//- live
spec:
  size: 1 # @ci
status:
  phase: A # @op=Update/status
//- definition
type: object
properties:
  spec: {type: object, properties: {size: {type: integer}}}
  status: {type: object, properties: {phase: {type: string, ${rule("self == oldSelf")}}}}
`));
});
