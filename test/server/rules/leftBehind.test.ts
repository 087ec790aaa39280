import { describe, expect, test } from "vitest";
import { check } from "../../../server/rules/rules.ts";
import { checkDiagnostics } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";
import { applier } from "../../support/snapshots.ts";

/** A live object with kubectl's last-applied annotation, which holds these data. */
const applied = (data: string): string => `metadata:
  name: web
  namespace: shop
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: '{"data":${data}}'   # @kubectl-client-side-apply=Update
`;

describe("left by a former apply of ours", () => {
  test("the same name by Update", () =>
    checkDiagnostics(`
//- manifest manager=helm
kind: ConfigMap
data:
^^^^ warning left-behind 💡 2 fields are left from helm (Update, 3 h ago), and this file lacks them: .data.b and .data.c. Applying as helm leaves them
  a: x
//- live age=3h
data:
  a: x       # @helm
  b: x       # @helm=Update
  c: x       # @helm=Update
`));

  test("a name that the person says is theirs", () => {
    const [snapshot] = readFixture(`
//- manifest
kind: ConfigMap
data:
  a: x
//- live
data:
  a: x       # @ci
  b: x       # @old-ci
`).snapshots;
    if (snapshot === undefined) throw new Error("no object");
    expect(check(snapshot)).toEqual([]);
    expect(check({ ...snapshot, names: { aliases: {}, us: ["old-*"] } }).map(({ code }) => code)).toEqual(["left-behind"]);
    const inferred = { ...snapshot, as: applier("ci", { inferred: true }), names: { aliases: {}, us: ["old-*"] } };
    expect(check(inferred).map(({ code }) => code)).toEqual(["left-behind"]);
  });

  test("client-side, if the last-applied annotation had it: kubectl removes it", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data:
^^^^ warning left-behind 💡 .data.legacy (live "on") is left from kubectl-client-side-apply (Update), and this file lacks it. It goes at the next kubectl apply --server-side, which takes that record over; other appliers leave it (ConfigMap shop/web).
  a: x
//- live
${applied('{"a":"x","legacy":"on"}')}data:
  a: x             # @ci @kubectl-client-side-apply=Update
  legacy: "on"     # @kubectl-client-side-apply=Update
  filled: in       # @kubectl-client-side-apply=Update
`));

  test("client-side, under Flux, which takes the record over", () =>
    checkDiagnostics(`
//- manifest manager=kustomize-controller force=on
kind: ConfigMap
data:
^^^^ warning left-behind 💡 Applying as kustomize-controller deletes it, since Flux takes over what kubectl set (ConfigMap shop/web).
  a: x
//- live
${applied('{"a":"x","b":"x"}')}data:
  a: x       # @kustomize-controller @kubectl-client-side-apply=Update
  b: x       # @kubectl-client-side-apply=Update
`));

  test("one finding, also where our own record had it", () =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data:
^^^^ warning left-behind 💡 goes at the next kubectl apply --server-side
  a: x
//- live
${applied('{"a":"x","legacy":"on"}')}data:
  a: x             # @ci @kubectl-client-side-apply=Update
  legacy: "on"     # @ci @kubectl-client-side-apply=Update
`));
});

describe("nothing to say", () => {
  test.each([
    ["another's", "b: x     # @other"],
    ["others hold it too", "b: x     # @helm=Update @other"],
    ["still in the file", "a: x     # @helm=Update"],
  ])("%s", (_, live) =>
    checkDiagnostics(`
//- manifest manager=helm
kind: ConfigMap
data:
  a: x
//- live
data:
  ${live}
`),
  );

  test("the server's defaults, and status", () =>
    checkDiagnostics(`
//- manifest manager=helm
kind: Deployment
spec:
  paused: true
//- live
spec:
  paused: true                  # @helm
  revisionHistoryLimit: 10      # @helm=Update
  progressDeadlineSeconds: 600  # @helm=Update
status:
  replicas: 1                   # @helm=Update
`));

  test("client-side and Helm 3 appliers, which compare with the live object", () =>
    checkDiagnostics(`
//- manifest manager=helm with=helm3
kind: ConfigMap
data:
  a: x
//- live
data:
  b: x     # @helm=Update
`));

  test.each(["denied", "stale", "ownersUnknown"])("the live object is %s", (state) =>
    checkDiagnostics(`
//- manifest
kind: ConfigMap
data:
  a: x
//- live state=${state}
data:
  b: x
`),
  );

  test("text that does not parse", () =>
    checkDiagnostics(`
//- manifest manager=helm
kind: ConfigMap
data: {
  a: x
//- live
data:
  b: x       # @helm=Update
`));
});
