import { describe, test } from "vitest";
import { checkDiagnostics } from "../../support/check.ts";

describe("replaced by force", () => {
  test("a list: what disappears is named", () =>
    checkDiagnostics(`
//- manifest force=on
kind: Pod
spec:
  tolerations:
  ^^^^^^^^^^^ warning replaces-list 💡 .spec.tolerations is one atomic list, owned by pools (Update). Applying as ci replaces it by force, which removes 1 item ({key: "spot", operator: "Equal"}); pools may write it again (Pod shop/web).
    - key: gpu
//- live
spec:
  tolerations:         # @pools=Update
    - key: gpu
      operator: Equal
    - key: spot
      operator: Equal
`));

  test("an empty list", () =>
    checkDiagnostics(`
//- manifest manager=helm force=on
kind: ClusterRole
metadata: { name: reports }
rules: []
^^^^^ warning replaces-list 💡 removes 1 item
//- live
metadata: { name: reports }
rules:                 # @clusterrole-aggregation-controller
  - verbs: [get]
    apiGroups: [""]
    resources: [pods]
`));

  test("a map", () =>
    checkDiagnostics(`
//- manifest force=on
kind: Deployment
spec:
  template:
    spec:
      nodeSelector: { zone: a }
      ^^^^^^^^^^^^ warning replaces-list 💡 one atomic map, owned by pools (Apply). Applying as ci replaces it by force, which removes 1 key (disk: "ssd")
//- live
spec:
  template:
    spec:
      nodeSelector:        # @pools
        disk: ssd
        zone: a
`));
});

describe("nothing, or the take-over alone", () => {
  test("only defaults differ", () =>
    checkDiagnostics(`
//- manifest force=on
kind: NetworkPolicy
spec:
  ingress: [{ ports: [{ port: 80 }] }]
  ^^^^^^^ warning takes-over 💡 one atomic list, owned by a (Apply)
//- live
spec:
  ingress:             # @a
    - ports: [{ port: 80, protocol: TCP }]
`));

  test.each([
    ["ours alone", "force=on", "# @ci"],
    ["nobody's", "force=on", ""],
    ["client-side", "with=client-side", "# @pools"],
  ])("%s", (_, options, owner) =>
    checkDiagnostics(`
//- manifest ${options}
kind: Deployment
spec:
  template:
    spec:
      nodeSelector: { zone: a }
//- live
metadata: { name: web, namespace: shop, labels: { a: b } }
spec:
  template:
    spec:
      nodeSelector:        ${owner}
        disk: ssd
      hostname: x          # @other
`),
  );

  test.each(["denied", "stale", "ownersUnknown"])("the live object is %s", (state) =>
    checkDiagnostics(`
//- manifest force=on
kind: Pod
spec:
  nodeSelector: { zone: a }
//- live state=${state}
spec:
  nodeSelector: { disk: ssd }
`),
  );

  test("text that does not parse", () =>
    checkDiagnostics(`
//- manifest force=on
kind: Pod
spec: {
  nodeSelector: { zone: a }
//- live
spec:
  nodeSelector: { disk: ssd }    # @pools
`));
});
