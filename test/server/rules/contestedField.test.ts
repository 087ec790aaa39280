import { describe, expect, test } from "vitest";
import { check } from "../../../server/rules/rules.ts";
import { handOversAfter } from "../../../shared/ownership/handOvers.ts";
import type { HandOver, LiveObject } from "../../../shared/ownership/snapshot.ts";
import { checkDiagnostics } from "../../support/check.ts";
import { readFixture } from "../../support/fixture.ts";

const seen = (versions: readonly string[], live: string, mark = "", options = "manager=ci"): string => `
//- manifest ${options}
kind: Deployment
spec:
  replicas: 2
${mark}
//- watched
${versions.map((version) => `spec:\n  replicas: ${version}\n`).join("---\n")}
//- live
spec:
  replicas: ${live}
`;
const mark = "  ^^^^^^^^ warning contested-field";

describe("seen to change hands", () => {
  test("there and back", () =>
    checkDiagnostics(seen(["2 # @ci", "5 # @ops"], "2 # @ci", `${mark} 2 times between ops (Apply) and ci (Apply)`)));
  test("three writers, one of them through scale", () =>
    checkDiagnostics(
      seen(
        ["2 # @a", "3 # @b=Update", "4 # @hpa=Update/scale"],
        "2 # @ci",
        `${mark} 3 times between a (Apply), b (Update), hpa (Update, scale) and ci`,
      ),
    ));
});

describe("nothing to say", () => {
  test.each([
    ["taken once", ["5 # @ops"], "2 # @ci"],
    ["changed by the same one", ["2 # @ci", "3 # @ci"], "2 # @ci"],
    ["joined and left again", ["2 # @ci", "2 # @ci @ops"], "2 # @ci"],
    ["dropped, and later written by another", ["2 # @ops", "2"], "2 # @ci"],
  ])("%s", (_, versions, live) => checkDiagnostics(seen(versions, live)));
  test("of a field that the file leaves out", () =>
    checkDiagnostics(seen(["2 # @ci", "5 # @ops"], "2 # @ci").replace("  replicas: 2\n\n", "  paused: true\n\n").replaceAll("@ci", "@a")));
  test("where nobody knows who applies", () => {
    const [snapshot] = readFixture(seen(["2 # @a", "5 # @b"], "2 # @a", "", "manager=auto")).snapshots;
    const undecided = { decided: false, ask: false, candidates: [], evidence: "" } as const;
    expect(snapshot && check({ ...snapshot, as: undecided })).toEqual([]);
  });
});

test("whatever happens to an object, little is kept of it", () => {
  const version = (owner: string): LiveObject => {
    const data = Array.from({ length: 500 }, (_, index) => `  k${index}: ${owner} # @${owner}\n`).join("");
    const [snapshot] = readFixture(`//- manifest\nkind: ConfigMap\n//- live\ndata:\n${data}`).snapshots;
    if (snapshot?.live.state !== "live") throw new Error("no live object");
    return snapshot.live.live;
  };
  let known: readonly HandOver[] = [];
  const versions = Array.from({ length: 6 }, (_, index) => version(`m${index}`));
  for (const [index, after] of versions.entries()) known = handOversAfter(known, versions[index - 1] ?? after, after);
  expect(known).toHaveLength(32);
  expect(known.every(({ between }) => between.length <= 4 && between.every((owner) => !("fields" in owner)))).toBe(true);
});
