import { describe, expect, test } from "vitest";
import { checkDiagnostics, fixTitles } from "../../support/check.ts";

test("an empty map or list leaves in place what others put there", () =>
  checkDiagnostics(`
//- manifest
kind: Service
spec:
  ports: []
  ^^^^^ warning null-value 💡 .spec.ports: [] empties nothing: what is there is owned by mesh (Update) and stays (Service shop/web).
//- live
spec:
  ports:
    - port: 80           # .@mesh=Update
      protocol: TCP
      targetPort: 8080   # @mesh=Update
`));

test("nor does null in place of one", () =>
  checkDiagnostics(`
//- manifest
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: web
          resources: null
          ^^^^^^^^^ warning null-value 💡 .resources: null empties nothing: what is there is owned by vpa (Update) and stays
//- live
spec:
  template:
    spec:
      containers:
        - name: web
          resources:
            limits: { cpu: "1" }   # @vpa=Update
`));

test("null becomes the default, on creation too", () =>
  expect(fixTitles("\n//- manifest\nkind: Deployment\nspec: {replicas: null, paused: true}\n")).toEqual(["Remove .spec.replicas"]));

describe("nothing", () => {
  const live = (spec: string): string => `//- live\nspec:\n${spec}`;
  test.each([
    ["what means something when it is empty", "kind: NetworkPolicy\nspec: {podSelector: {}}\n"],
    ["emptyDir", "kind: Pod\nspec: {volumes: [{name: a, emptyDir: {}}], containers: [{name: a, image: a, resources: {}}]}\n"],
    ["null without a default", "kind: Deployment\nspec: {minReadySeconds: null}\n"],
    ["defaults in an empty map", `kind: Deployment\nspec:\n  strategy: {}\n${live("  strategy:   # .@ci\n    type: RollingUpdate\n")}`],
    ["applied before: nothing changes", `kind: Deployment\nspec:\n  replicas: null\n${live("  replicas: 1   # @ci\n")}`],
    ["a kind without schema", "apiVersion: example.dev/v1\nkind: Widget\nspec: {a: null}\n"],
    ["denied", "kind: Deployment\nspec: {replicas: null}\n//- live state=denied\n"],
    ["text that does not parse", "kind: Deployment\nspec: {replicas: null\n"],
  ])("%s", (_, manifest) => checkDiagnostics(`\n//- manifest\n${manifest}`));
  test.each(["with=client-side", "manager=auto"])("%s", (options) =>
    checkDiagnostics(`\n//- manifest ${options}\nkind: Deployment\nspec: {replicas: null}\n//- live state=absent\n`),
  );
});

test.each([
  ["its library sends no null", "kustomize-controller", ""],
  ["others do", "ci", "  ^^^^^^^^ warning null-value 💡 .spec.replicas: null becomes 1\n"],
])("replicas: null under Flux: %s", (_, manager, mark) =>
  checkDiagnostics(`
//- manifest manager=${manager}
kind: Deployment
spec:
  replicas: null
${mark}  minReadySeconds: 3
//- live
spec:
  minReadySeconds: 3   # @${manager}
`),
);
