import { expect, test } from "vitest";
import { statusOf } from "../../../server/features/status.ts";
import type { Applier, LiveAnswer } from "../../../shared/ownership/snapshot.ts";
import { readFixture } from "../../support/fixture.ts";
import { applier } from "../../support/snapshots.ts";

const [base] = readFixture(`
//- manifest
kind: ConfigMap
data:
  a: x
//- live context=prod
data:
  a: old   # @other
`).snapshots;
const source = { from: "cluster", context: "prod", namespace: "shop", namespaceAssumed: false } as const;
const unknown: Applier = { decided: false, ask: true, candidates: [], evidence: "no manager holds enough of this file" };

test.each<[string, LiveAnswer | undefined, Applier, string, string, string]>([
  ["live", undefined, applier("ci"), "prod / shop · as ci", "normal", "Applying as ci is refused: 1 field held by other"],
  [
    "undecided",
    undefined,
    unknown,
    "prod / shop · who applies?",
    "normal",
    "Who applies this file is not known: no manager holds enough of this file",
  ],
  ["absent", { state: "absent", source }, applier("ci"), "prod / shop · not there yet · as ci", "normal", "Applying as ci creates it"],
  ["denied", { state: "denied", source, message: "403" }, applier("ci"), "prod / shop · no access", "error", "403"],
  [
    "slow",
    { state: "slow", source, message: "no answer in 5 s" },
    applier("ci"),
    "prod / shop · no answer in time",
    "warning",
    "no answer in 5 s",
  ],
  [
    "owners that nobody tracks",
    { state: "ownersNotTracked", source, message: "The API server of metrics.k8s.io/v1beta1 lets nobody patch a PodMetrics" },
    applier("ci"),
    "prod / shop · owners not tracked",
    "normal",
    "Owners not tracked in context prod, namespace shop: The API server of metrics",
  ],
  [
    "stale",
    base?.live.state === "live"
      ? { ...base.live, readAt: base.now - 180_000, stale: { state: "unreachable", message: "10.0.0.1 cannot be reached" } }
      : undefined,
    applier("ci"),
    "prod / shop · unreachable, read 3 min ago",
    "warning",
    "Live object from context prod, namespace shop, stale, read 3 min ago: 10.0.0.1 cannot be reached",
  ],
  [
    "no records",
    base?.live.state === "live" ? { ...base.live, live: { ...base.live.live, managedFields: [] } } : undefined,
    applier("ci"),
    "prod / shop · as ci",
    "normal",
    "No ownership is recorded: with the first apply all that is there becomes before-first-apply's, a name of the server's",
  ],
  ["pending", { state: "pending" }, applier("ci"), "reading the live object", "normal", "Reading the live object"],
  ["off", { state: "off", message: "no kubeconfig" }, applier("ci"), "no live object", "normal", "no kubeconfig"],
])("%s", (_, live, as, text, severity, words) => {
  if (base === undefined) throw new Error("no snapshot");
  const status = statusOf({ ...base, as, live: live ?? base.live });
  expect(status).toMatchObject({ text, severity });
  expect(status.tooltip).toContain(words);
});
