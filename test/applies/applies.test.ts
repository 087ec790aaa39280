/**
 * Recorded files and live objects with what really happened: who applies is found out, or left open, as it was; and no conflict is claimed
 * where the next apply went through.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { processDigest } from "../../server/files/processDigest.ts";
import { check } from "../../server/rules/rules.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { stringAt, type Value } from "../../shared/fieldpath/value.ts";
import type { ManifestObject } from "../../shared/manifest/model.ts";
import { inferApplier } from "../../shared/ownership/inferApplier.ts";
import { maskSecret } from "../../shared/ownership/maskSecret.ts";
import { predict } from "../../shared/ownership/predict.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { documentsOf, kindOf, names, objectOf, savedLive, snapshot } from "../support/snapshots.ts";

interface Expected {
  readonly about: string;
  readonly manager: string | null;
  readonly applyWith: string | null;
  readonly force: boolean | null;
  readonly undecided: boolean;
  readonly quiet: boolean;
  /** Of a quiet server-side apply, where it is more than "unchanged". */
  readonly verdict?: string;
  readonly findings: readonly { readonly code: string; readonly path: string }[];
}

const root = path.resolve(import.meta.dirname, "../data/applies");
const builtCodes = [
  "apply-conflict",
  "being-deleted",
  "duplicate-item",
  "edited-by-hand",
  "first-apply",
  "generate-name",
  "injected-placeholder",
  "keeps-field",
  "left-behind",
  "missing-merge-key",
  "moved-item",
  "null-value",
  "partial-key",
  "removes-field",
  "reorders-list",
  "same-object-twice",
  "replaces-list",
  "self-conflict",
  "server-set-field",
  "stale-resource-version",
  "status-ignored",
  "takes-over",
  "unknown-field",
  "unreadable-owners",
  "who-applies",
  "write-only-field",
  "wrong-type",
  "yaml-1.1-value",
];

describe.each(readdirSync(root))("%s", (folder) => {
  const read = (file: string): string => readFileSync(path.join(root, folder, file), "utf8");
  const expected: Expected = JSON.parse(read("expect.json"));
  const hidden = (object: Value): Value => maskSecret(object, processDigest);
  const live = hidden(objectOf(read("live.yaml")));
  const kind = kindOf(stringAt(live, "apiVersion") ?? "", stringAt(live, "kind") ?? "");
  const answer = savedLive(live);
  const mine = documentsOf(read("manifest.yaml")).flatMap((document) =>
    document.objects
      .filter((object) => names(object, live))
      .map((object) => ({ document, object: { ...object, value: hidden(object.value) } })),
  );
  const known = [
    ...mine.map(({ object }) => object.value),
    ...(existsSync(path.join(root, folder, "before.yaml")) ? [hidden(objectOf(read("before.yaml")))] : []),
  ];
  const twins = (object: ManifestObject): Partial<Pick<Snapshot, "twins">> => {
    const at = mine.findIndex((candidate) => candidate.object === object);
    const before = mine[at - 1]?.object.value;
    return mine.length < 2 ? {} : { twins: { before, after: mine.length - 1 - at } };
  };
  const as = inferApplier({
    objects: mine.map(({ object }) => object.value),
    live: "live" in answer ? answer.live : undefined,
    kind,
    vote: undefined,
  });

  test(`who applies: ${expected.about}`, () => {
    const found = as.decided
      ? { manager: as.manager, applyWith: as.with, force: as.force, undecided: false }
      : { manager: null, applyWith: null, force: null, undecided: mine.length > 0 };
    const { manager, applyWith, force, undecided } = expected;
    expect(found).toEqual({ manager, applyWith, force, undecided });
  });

  test("findings", () => {
    const found = mine
      .flatMap(({ document, object }) => check({ ...snapshot(document, object, answer, as, kind), earlier: () => known, ...twins(object) }))
      .map((finding) => ({ code: finding.code, path: printPath(finding.path) }));
    const wanted = expected.findings.filter(({ code }) => builtCodes.includes(code));
    expect(new Set(found.map((finding) => JSON.stringify(finding)))).toEqual(new Set(wanted.map((finding) => JSON.stringify(finding))));
  });

  if (expected.quiet && expected.applyWith === "server-side") {
    test("what the next apply does", () => {
      const verdicts = mine.map(({ document, object }) => predict(snapshot(document, object, answer, as, kind)).verdict);
      expect(verdicts).toEqual(mine.map(() => expected.verdict ?? "unchanged"));
    });
  }
});
