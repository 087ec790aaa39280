import { expect, test } from "vitest";
import { type HoverAction, hoverActions } from "../../../server/features/hoverActions.ts";
import type { LiveAnswer } from "../../../shared/ownership/snapshot.ts";
import { readFixture } from "../../support/fixture.ts";
import { applier } from "../../support/snapshots.ts";

const [base] = readFixture(`
//- manifest
kind: ConfigMap
data:
  a: x
//- live context=prod
data:
  a: x   # @ci
`).snapshots;
if (base === undefined || base.live.state !== "live") throw new Error("no snapshot");
const { source } = base.live;
const message = "m";
const connect = { context: "prod", server: "https://10.0.0.1", executes: undefined, identity: "i" };
const stale: LiveAnswer = { ...base.live, stale: { state: "unreachable", message } };
const saved: LiveAnswer = { ...base.live, source: { from: "file", file: "live.yaml" } };

test.each<[string, LiveAnswer, readonly HoverAction[], readonly HoverAction[]]>([
  ["live", base.live, ["verify", "refresh"], []],
  ["absent", { state: "absent", source }, ["verify", "refresh"], []],
  ["stale", stale, ["refresh"], ["refresh"]],
  ["saved", saved, [], []],
  ["unreachable", { state: "unreachable", source, message }, ["refresh"], ["refresh"]],
  ["signed out", { state: "signedOut", source, message }, ["refresh"], ["refresh"]],
  ["not connected", { state: "off", message, connect }, ["connect"], ["connect"]],
  ["switched off", { state: "off", message }, [], []],
  ["pending", { state: "pending" }, [], []],
  ["untrusted", { state: "untrusted", message }, [], []],
])("%s", (_, live, object, field) => {
  expect(hoverActions({ ...base, live }, "object")).toEqual(object);
  expect(hoverActions({ ...base, live }, "field")).toEqual(field);
});

test("nothing is to be verified where nobody knows who applies, nor of a client-side apply, nor of a text that is filled in later", () => {
  const undecided = { decided: false, ask: true, candidates: [], evidence: "" } as const;
  expect(hoverActions({ ...base, as: undecided }, "object")).toEqual(["refresh"]);
  expect(hoverActions({ ...base, as: applier("ci", { with: "client-side", force: null }) }, "object")).toEqual(["refresh"]);
  const [template] = readFixture("\n//- manifest\nkind: ConfigMap\ndata:\n  a: $" + "{VALUE}\n").snapshots;
  expect(template && hoverActions({ ...template, live: base.live }, "object")).toEqual(["refresh"]);
});
