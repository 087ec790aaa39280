import { describe, expect, test } from "vitest";
import { check } from "../../../server/rules/rules.ts";
import { checkDiagnostics, fixTitles } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";

describe("taken by force", () => {
  test("from the autoscaler, which comes back", () =>
    checkDiagnostics(`
//- manifest manager=kustomize-controller force=on
kind: Deployment
spec:
  replicas: 3
  ^^^^^^^^ warning takes-over 💡 .spec.replicas is owned by kube-controller-manager (Update, scale, 3 h ago), a HorizontalPodAutoscaler: live 5, here 3. Applying as kustomize-controller takes it over by force; kube-controller-manager writes it again at its next adjustment (Deployment shop/web).
//- live age=3h
spec:
  replicas: 5        # @kube-controller-manager=Update/scale
`));

  test.each([
    ["kubectl-edit=Update", "kubectl-edit will not come back for it"],
    ["cert-manager-cainjector=Update", "cert-manager-cainjector writes it again as soon as it notices"],
    ["other", "the next apply as other is then refused, or takes it back"],
    ["argocd-controller", "argocd-controller takes it back at its next reconciliation"],
    ["operator=Update", "operator may write it again"],
  ])("from %s", (owner, words) =>
    checkDiagnostics(`
//- manifest force=on
kind: ConfigMap
data:
  mode: fast
  ^^^^ warning takes-over 💡 ${words}
//- live
data:
  mode: slow       # @${owner}
`),
  );

  test("an atomic list that loses nothing", () =>
    checkDiagnostics(`
//- manifest force=on
kind: NetworkPolicy
spec:
  policyTypes: [Ingress, Egress]
  ^^^^^^^^^^^ warning takes-over 💡 adds 1 ("Egress")
//- live
spec:
  policyTypes:     # @kubectl-edit=Update
    - Ingress
`));

  test("without a schema it says what it rests on", () => {
    const [finding] = readFixture(`
//- manifest force=on
apiVersion: example.dev/v1
kind: Widget
spec:
  size: 3
//- live
spec:
  size: 5          # @operator=Update
`).snapshots.flatMap(check);
    expect(finding).toMatchObject({ code: "takes-over", certainty: { kind: "serverDecides" } });
  });
});

test("leaving it to a hand is offered, but whoever forces may want it undone", () => {
  const titles = (owner: string): string[] =>
    fixTitles(`
//- manifest force=on
kind: ConfigMap
data:
  mode: fast
  other: x
//- live
data:
  mode: slow       # @${owner}
`);
  expect(titles("operator=Update")).toEqual(['★ Drop .data.mode (owned by operator, which keeps "slow")']);
  expect(titles("kubectl-edit=Update")).toEqual(['Drop .data.mode (owned by kubectl-edit, which keeps "slow")']);
});

describe("nothing to say", () => {
  test.each([
    ["equal values", "fast", "", "  mode: fast   # @a"],
    ["our own value", "fast", "", "  mode: slow   # @ci"],
    ["a value nobody owns", "fast", "", "  mode: slow"],
    ["client-side", "fast", "with=client-side", "  mode: slow   # @a"],
    ["a placeholder", "$(MODE)", "", "  mode: slow   # @a"],
  ])("%s", (_, value, options, live) =>
    checkDiagnostics(`
//- manifest force=on ${options}
kind: ConfigMap
data:
  mode: ${value}
//- live
data:
${live}
  b: x             # @b
`),
  );

  test.each(["absent", "denied", "unreachable", "slow", "stale", "ownersUnknown"])("the live object is %s", (state) =>
    checkDiagnostics(`
//- manifest force=on
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
//- manifest manager=auto force=on
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
//- manifest force=on
kind: ConfigMap
data: {
  mode: fast
//- live
data:
  mode: slow       # @a
`));
});
