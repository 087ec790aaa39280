import { describe, test } from "vitest";
import { checkDiagnostics } from "../../support/check.ts";

describe("a live value that a hand changed", () => {
  test.each([
    [
      "client-side",
      "with=client-side manager=kubectl-client-side-apply",
      "Applying as kubectl-client-side-apply puts back what the file says",
    ],
    ["Helm 3", "with=helm3 manager=helm", "Applying as helm puts back what the file says"],
  ])("%s", (_, options, words) =>
    checkDiagnostics(`
//- manifest ${options}
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: web
          image: web:1
          ^^^^^ information edited-by-hand 💡 .spec.template.spec.containers[name="web"].image was set by kubectl-set (Update, 3 h ago): live "web:2", here "web:1". ${words} (Deployment shop/web).
//- live age=3h
spec:
  template:
    spec:
      containers:
        - name: web
          image: web:2     # @kubectl-set=Update
`),
  );

  test("scaled by hand", () =>
    checkDiagnostics(`
//- manifest with=client-side
kind: Deployment
spec:
  replicas: 2
  ^^^^^^^^ information edited-by-hand 💡 .spec.replicas was set by kubectl (Update, scale): live 5, here 2
//- live
spec:
  replicas: 5        # @kubectl=Update/scale
`));

  test("server-side without force it is a conflict, with force a take-over: one finding each", () => {
    const fixture = (force: string, finding: string): string => `
//- manifest ${force}
kind: ConfigMap
data:
  mode: fast
  ^^^^ ${finding}
//- live
data:
  mode: slow         # @kubectl-edit=Update
  theirs: x          # @b
`;
    checkDiagnostics(fixture("force=off", "error apply-conflict 💡 owned by kubectl-edit"));
    checkDiagnostics(fixture("force=on", "warning takes-over 💡 kubectl-edit will not come back for it"));
  });
});

describe("a live value that a hand added", () => {
  test.each([
    ["server-side", ""],
    ["client-side", "with=client-side"],
    ["Helm 3", "with=helm3"],
  ])("%s: it stays", (_, options) =>
    checkDiagnostics(`
//- manifest ${options}
kind: ConfigMap
data:
^^^^ information edited-by-hand 💡 .data.HOTFIX was set to "on" by node-fetch (Update), and this file lacks it. Applying as ci leaves it as it is (ConfigMap shop/web).
  mode: fast
//- live
data:
  mode: fast         # @ci
  HOTFIX: "on"       # @node-fetch=Update
`),
  );

  test("several at one place are told of together; an item of a list is one", () =>
    checkDiagnostics(`
//- manifest
kind: Deployment
metadata: { name: web, namespace: shop, labels: { app: web } }
^^^^^^^^ information edited-by-hand 💡 .metadata.annotations was set to {paused-by: "ines"} by kubectl-edit (Update), and this file lacks it
spec:
  template:
    spec:
      containers:
        - name: web
          env:
          ^^^ information edited-by-hand 💡 2 fields that this file lacks were set by kubectl-edit (Update): .spec.template.spec.containers[name="web"].env[name="B"] and .spec.template.spec.containers[name="web"].env[name="C"]. Applying as ci leaves them as they are
            - name: A
//- live
metadata:
  name: web
  namespace: shop
  labels: { app: web }
  annotations:           # .@kubectl-edit=Update
    paused-by: ines      # @kubectl-edit=Update
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
`));

  test("what client-side apply had sent goes with the next one", () =>
    checkDiagnostics(`
//- manifest with=client-side
kind: ConfigMap
data:
^^^^ information edited-by-hand 💡 Applying as ci deletes it, since an earlier apply had sent it
  mode: fast
//- live
metadata:
  name: web
  namespace: shop
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: '{"data":{"level":"info","mode":"fast"}}'   # @ci=Update
data:
  mode: fast         # @ci=Update
  level: debug       # @kubectl-edit=Update
`));
});

describe("nothing to say", () => {
  test("what the server filled in, recorded for whoever created the object", () =>
    checkDiagnostics(`
//- manifest
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec:
  ports:
    - port: 80
//- live
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec:
  clusterIP: 10.0.0.1                # @node-fetch=Update
  clusterIPs: [10.0.0.1]             # @node-fetch=Update
  internalTrafficPolicy: Cluster     # @node-fetch=Update
  ipFamilies: [IPv4]                 # @node-fetch=Update
  type: ClusterIP                    # @node-fetch=Update
  ports:
    - port: 80                       # .@ci @ci
      protocol: TCP
`));

  test("the label by which a Namespace tells its name, whoever's record it is in", () =>
    checkDiagnostics(`
//- manifest manager=kustomize-controller
apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels: { team: shop }
//- live
apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels:
    kubernetes.io/metadata.name: shop   # @node-fetch=Update
    team: shop                          # @kustomize-controller
`));

  test.each([
    ["a restart", "metadata:\n        annotations:\n          kubectl.kubernetes.io/restartedAt: now     # @kubectl-rollout=Update"],
    [
      "the same amount",
      "spec:\n        containers:\n          - name: web\n            resources: { limits: { cpu: 1 } }   # @kubectl-set=Update",
    ],
    ["the same value", "spec:\n        containers:\n          - name: web\n            image: web:1   # @kubectl-set=Update"],
    ["whoever created the object", "spec:\n        hostNetwork: true   # @kubectl-create=Update"],
    ["others hold it too", "spec:\n        hostNetwork: true   # @kubectl-edit=Update @mesh"],
    ["no hand", "spec:\n        hostNetwork: true   # @mesh=Update"],
  ])("%s", (_, template) =>
    checkDiagnostics(`
//- manifest with=client-side
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: web
          image: web:1
          resources: { limits: { cpu: 1000m } }
//- live
spec:
    template:
      ${template}
`),
  );

  test("scaling that the file leaves open", () =>
    checkDiagnostics(`
//- manifest with=client-side
kind: Deployment
spec:
  paused: true
//- live
spec:
  replicas: 7      # @kubectl=Update/scale
`));

  test("filled in later", () =>
    checkDiagnostics(`
//- manifest with=client-side
kind: ConfigMap
data:
  mode: $(MODE)
//- live
data:
  mode: slow       # @kubectl-edit=Update
`));

  test.each(["absent", "denied", "stale", "ownersUnknown"])("the live object is %s", (state) =>
    checkDiagnostics(`
//- manifest with=client-side
kind: ConfigMap
data:
  mode: fast
//- live state=${state}
data:
  mode: slow
`),
  );

  test("who applies is undecided", () =>
    checkDiagnostics(`
//- manifest manager=auto
kind: ConfigMap
^^^^ information who-applies 💡 Who applies this file?
data:
  mode: fast
//- live
data:
  mode: slow       # @kubectl-edit=Update
`));

  test("text that does not parse", () =>
    checkDiagnostics(`
//- manifest with=client-side
kind: ConfigMap
data: {
  mode: fast
//- live
data:
  mode: slow       # @kubectl-edit=Update
`));
});

describe("under Flux", () => {
  const fixture = (annotation: string, by: string, outcome: string): string => `
//- manifest manager=kustomize-controller force=on
kind: ConfigMap
metadata:
  name: web
  namespace: shop
  annotations: {note: a${annotation}}
data:
^^^^ information edited-by-hand 💡 Applying as kustomize-controller ${outcome}
  mode: fast
//- live
metadata:
  name: web
  namespace: shop
  annotations:
    note: a          # @kustomize-controller
data:
  mode: fast         # @kustomize-controller
  level: debug       # @${by}
`;
  test("what kubectl adds goes", () =>
    checkDiagnostics(fixture("", "kubectl-edit=Update", "deletes it, since Flux takes over what kubectl set (ConfigMap shop/web)")));
  test("unless Flux is told to merge", () =>
    checkDiagnostics(fixture(", kustomize.toolkit.fluxcd.io/ssa: Merge", "kubectl-edit=Update", "leaves it as it is")));
  test("what others add stays", () => checkDiagnostics(fixture("", "node-fetch=Update", "leaves it as it is")));
});
