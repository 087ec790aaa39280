import { expect, test } from "vitest";
import type { Value } from "../../../shared/fieldpath/value.ts";
import { predict } from "../../../shared/ownership/predict.ts";
import type { DryRunOutcome } from "../../../shared/ownership/snapshot.ts";
import { differenceText, verify } from "../../../shared/ownership/verification.ts";
import { applier, documentsOf, objectOf, savedLive, snapshot } from "../../support/snapshots.ts";

const live = `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  managedFields:
  - {manager: ci, operation: Apply, apiVersion: apps/v1, fieldsType: FieldsV1, fieldsV1: {"f:spec": {"f:paused": {}}}}
  - manager: hpa
    operation: Update
    subresource: scale
    apiVersion: apps/v1
    fieldsType: FieldsV1
    fieldsV1: {"f:spec": {"f:replicas": {}}}
spec:
  replicas: 5
  paused: false
`;
/** The live object after an apply that sets `paused`, as the server would store it. */
const stored = (spec: string): string => live.replace("paused: false", spec);

const sending = (spec: string) => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: ${spec}
`;
const accepted = (text: string): DryRunOutcome => ({ kind: "accepted", object: objectOf(text) });
const conflict = { message: 'conflict with "hpa" with subresource "scale" using apps/v1', field: ".spec.replicas" };
const refused = (code: number, causes: (typeof conflict)[] = []): DryRunOutcome => ({ kind: "refused", code, message: "no", causes });

test.each<{ name: string; sent: string; answer: DryRunOutcome; outcome: string; says: string[]; force?: true }>([
  { name: "the same object", sent: "{paused: true}", answer: accepted(stored("paused: true")), outcome: "agrees", says: [] },
  {
    name: "what a write brings with it",
    sent: "{paused: true}",
    answer: accepted(stored("paused: true").replace("  name: web", "  name: web\n  resourceVersion: '7'\n  uid: x\n  generation: 2")),
    outcome: "agrees",
    says: [],
  },
  {
    name: "a default",
    sent: "{paused: true}",
    answer: accepted(stored("paused: true\n  revisionHistoryLimit: 10")),
    outcome: "agrees",
    says: [".spec.revisionHistoryLimit: 10 by default"],
  },
  {
    name: "a field that admission put in, as far as defaults are known",
    sent: "{paused: true}",
    answer: accepted(stored("paused: true\n  revisionHistoryLimit: 3")),
    outcome: "agrees",
    says: [expect.stringMatching(/^\.spec\.revisionHistoryLimit: 3, put in by admission$/)],
  },
  {
    name: "a value that admission changed",
    sent: "{paused: true}",
    answer: accepted(live),
    outcome: "differs",
    says: [".spec.paused: false instead of true, changed by admission or a conversion"],
  },
  {
    name: "another owner",
    sent: "{paused: true}",
    answer: accepted(stored("paused: true").replace('{"f:paused": {}}', '{"f:paused": {}, "f:minReadySeconds": {}}')),
    outcome: "differs",
    says: ["ci (Apply) would own other fields than foreseen: .spec.minReadySeconds"],
  },
  { name: "the foreseen conflict", sent: "{replicas: 2}", answer: refused(409, [conflict]), outcome: "agrees", says: [] },
  {
    name: "a conflict that we missed",
    sent: "{paused: true}",
    answer: refused(409, [conflict]),
    outcome: "differs",
    says: ['.spec.replicas: conflict with "hpa" with subresource "scale" using apps/v1, which was not foreseen'],
  },
  {
    name: "a conflict that is not there",
    sent: "{replicas: 2}",
    answer: accepted(live),
    outcome: "differs",
    says: ['.spec.replicas: no conflict with "hpa" with subresource "scale" using apps/v1, as was foreseen'],
  },
  { name: "refused by validation, after the merge", sent: "{paused: true}", answer: refused(422), outcome: "differs", says: [] },
  { name: "refused for its text, as foreseen", sent: "{pausd: true}", answer: refused(500), outcome: "agrees", says: [] },
])("$name: $outcome", ({ sent, answer, outcome, says }) => {
  const verification = verify(snapshotOf(sending(sent), objectOf(live), "ci"), answer);
  expect({ outcome: verification.outcome, says: verification.differences.map(differenceText) }).toEqual({ outcome, says });
});

test("what was left to the server is decided by it", () => {
  const undecided = { decided: false as const, ask: true, candidates: [], evidence: "nobody" };
  const asked = { ...snapshotOf(sending("{replicas: 2}"), objectOf(live), "ci"), as: undecided };
  expect(verify(asked, refused(409, [conflict])).outcome).toBe("decided");
});

function snapshotOf(text: string, object: Value, manager: string) {
  const [document] = documentsOf(text);
  const [sent] = document?.objects ?? [];
  if (document === undefined || sent === undefined) throw new Error("no object");
  return snapshot(document, sent, savedLive(object), applier(manager));
}

test("what Flux does before its apply is no part of a dry run", () => {
  const edited = objectOf(`
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
  namespace: shop
  managedFields:
  - {manager: kustomize-controller, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:mode": {}}}}
  - {manager: kubectl-edit, operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:hotfix": {}}}}
data: {mode: fast, hotfix: "on"}
`);
  const [document] = documentsOf("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web, namespace: shop}\ndata: {mode: fast}\n");
  const [object] = document?.objects ?? [];
  if (document === undefined || object === undefined) throw new Error("no object");
  const flux = snapshot(document, object, savedLive(edited), applier("kustomize-controller", { force: true }));
  expect(predict(flux).verdict).toBe("changes");
  expect(verify(flux, { kind: "accepted", object: edited })).toMatchObject({ outcome: "agrees", differences: [] });
});
