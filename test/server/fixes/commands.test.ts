/** Commands to copy: what stands in them, and when there are none. What the real server makes of them is in test/cluster/fixes.test.ts. */
import { describe, expect, test } from "vitest";
import { commandsOf, fixTitles } from "../../support/check.ts";

const at = "--context=prod --namespace=shop";

describe("one field is forced", () => {
  const conflict = (options: {
    readonly live?: string;
    readonly owner?: string;
    readonly value?: string;
    readonly annotation?: string;
  }) => `
//- manifest
kind: Deployment
metadata: { name: web, namespace: shop, labels: { app: web } }
spec:
  template:
    spec:
      containers:
        - name: app
          image: ${options.value ?? "app:1"}
          command: [run]
//- live ${options.live ?? "context=prod"}
metadata:
  name: web
  namespace: shop
  resourceVersion: "7"
${options.annotation ?? ""}
spec:
  template:
    spec:
      containers:
        - name: app
          image: app:2   # ${options.owner ?? "@kubectl-set=Update"}
`;
  const lastApplied = (owners: string): string =>
    `  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: "{}"   # ${owners}`;

  test("of no more than its path, under a name of its own", () =>
    expect(commandsOf(conflict({}))).toEqual({
      "take-over": `kubectl apply --server-side --force-conflicts --field-manager=ci-takeover-15b0ab39 ${at} -f - <<'EOF'
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  template:
    spec:
      containers:
        - name: app
          image: app:1
EOF
`,
    }));

  test("values are quoted as YAML, whatever they hold", () =>
    expect(commandsOf(conflict({ value: `"'$HOME\\nEOF\\n\`x\`\\e[201~"` }))["take-over"]).toContain(
      '\n          image: "\'$HOME\\nEOF\\n`x`\\u001b[201~"\n',
    ));

  test.each([
    ["an unknown owner", conflict({ live: "" }), []],
    ["characters that turn text around", conflict({ value: '"\u202e"' }), []],
    [
      "kubectl would take a client-side apply's record along",
      conflict({ annotation: lastApplied("@kubectl-client-side-apply=Update") }),
      [],
    ],
    ["nobody holds the annotation on record", conflict({ annotation: lastApplied("") }), []],
    ["kubectl keeps the annotation after its own migration", conflict({ annotation: lastApplied("@kubectl-last-applied") }), ["take-over"]],
    ["a record of ours", conflict({ owner: "@ci=Update" }), ["hand-over", "take-over"]],
    ["a client-side apply's", conflict({ owner: "@csa=Update", annotation: lastApplied("@csa=Update") }), ["hand-over"]],
  ])("%s", (_, fixture, ids) => expect(Object.keys(commandsOf(fixture))).toEqual(ids));

  test("never of a Secret, whose values it would hold", () =>
    expect(commandsOf("\n//- manifest\nkind: Secret\ndata: {a: eDE=}\n//- live context=prod\ndata:\n  a: eDI=   # @ops\n")).toEqual({}));
});

test("a record is handed over as a whole, and only while the object is as it was", () =>
  expect(
    commandsOf(`
//- manifest
kind: ConfigMap
data:
  a: x$0
//- live context=it's
metadata: { name: web, namespace: shop, resourceVersion: "7" }
data:
  a: old   # @ci=Update @ops
  b: x     # @ci=Update @ci
`)["hand-over"],
  ).toBe(
    `kubectl patch configmap/web --type=json -p '${JSON.stringify([
      {
        op: "replace",
        path: "/metadata/managedFields",
        value: [
          { apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: { "f:data": { "f:a": {}, "f:b": {} } }, manager: "ci", operation: "Apply" },
          { apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: { "f:data": { "f:a": {} } }, manager: "ops", operation: "Apply" },
        ],
      },
      { op: "replace", path: "/metadata/resourceVersion", value: "7" },
    ])}' '--context=it'\\''s' --namespace=shop\n`,
  ));

test.each([
  ["  b: x     # @csa=Update\n  c: x     # @csa=Update @ops", "4 fields; the next apply then removes .data.b"],
  ["  c: x     # @csa=Update @ops", "3 fields"],
])("the title tells what goes then: %j", (others, told) =>
  expect(
    fixTitles(`
//- manifest
kind: ConfigMap
metadata: { name: web, namespace: shop }
data:
  a: x$0
//- live context=prod
metadata:
  name: web
  namespace: shop
  resourceVersion: "7"
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: "{}"   # @csa=Update
data:
  a: old   # @csa=Update
${others}
`),
  ).toContain(`Copy the kubectl command that hands over to ci what csa (Update) holds (${told})`),
);

test("who is known to write it again is told", () =>
  expect(
    fixTitles(`
//- manifest
kind: Deployment
spec: { replicas: 3, paused: true }
//- live context=prod
spec:
  replicas: 5 # @kube-controller-manager=Update/scale
`),
  ).toContain(
    "Copy the kubectl command that takes just .spec.replicas over from kube-controller-manager (forces; kube-controller-manager writes it again at its next adjustment)",
  ));

describe("what no apply takes out", () => {
  test("goes while it stands there as it was seen, from the end of a list to its start", () =>
    expect(
      commandsOf(`
//- manifest
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: web
          env:
            - name: A
//- live context=prod
metadata: { name: web, namespace: shop, resourceVersion: "7" }
spec:
  template:
    spec:
      containers:
        - name: web
          env:
            - name: A
            - name: B    # .@kubectl-edit=Update @kubectl-edit=Update
              value: b   # @kubectl-edit=Update
            - name: C    # .@kubectl-edit=Update @kubectl-edit=Update
`)["remove-live"],
    ).toBe(
      `kubectl patch Deployment.v1.apps/web --type=json -p '${JSON.stringify([
        { op: "test", path: "/spec/template/spec/containers/0/name", value: "web" },
        { op: "test", path: "/spec/template/spec/containers/0/env/1", value: { name: "B", value: "b" } },
        { op: "test", path: "/spec/template/spec/containers/0/name", value: "web" },
        { op: "test", path: "/spec/template/spec/containers/0/env/2", value: { name: "C" } },
        { op: "remove", path: "/spec/template/spec/containers/0/env/2" },
        { op: "remove", path: "/spec/template/spec/containers/0/env/1" },
      ])}' ${at}\n`,
    ));

  test("a key with slashes, and of a Secret without its value", () =>
    expect(
      commandsOf(`
//- manifest
kind: Secret
metadata: { name: web, namespace: shop }
data:
  a: eDE=
//- live context=prod
metadata: { name: web, namespace: shop, resourceVersion: "7" }
data:
  a: eDE=
  a/~b: eDE=   # @kubectl-edit=Update
`)["remove-live"],
    ).toBe(
      `kubectl patch secret/web --type=json -p '${JSON.stringify([
        { op: "test", path: "/metadata/resourceVersion", value: "7" },
        { op: "remove", path: "/data/a~1~0b" },
      ])}' ${at}\n`,
    ));

  test("not where the next apply does", () =>
    expect(
      commandsOf(`
//- manifest with=client-side
kind: ConfigMap
data: { a: x }
//- live context=prod
metadata:
  name: web
  namespace: shop
  resourceVersion: "7"
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: '{"data":{"a":"x","b":"x"}}'
data:
  a: x
  b: y      # @kubectl-edit=Update
`),
    ).toEqual({}));
});
