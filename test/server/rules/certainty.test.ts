/**
 * What each rule still says where less is known. The positive is the example of the rule's page; it is put into each situation of the table,
 * and only the codes that the situation lists may speak then. A new rule is in it by itself, and silent unless it is listed.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { check, rules } from "../../../server/rules/rules.ts";
import { printPath } from "../../../shared/fieldpath/printPath.ts";
import { parseDocument } from "../../../shared/manifest/parseDocument.ts";
import { splitDocuments } from "../../../shared/manifest/splitDocuments.ts";
import type { Finding } from "../../../shared/ownership/finding.ts";
import type { LiveAnswer, Snapshot } from "../../../shared/ownership/snapshot.ts";
import { deducedType } from "../../../shared/schema/deduced.ts";
import { type Fixture, filledIn, readFixture } from "../../support/fixture.ts";
import { applier } from "../../support/snapshots.ts";

const folder = path.resolve(import.meta.dirname, "../../data/rules");

/** Rules about the text and its schema. They need no live object. */
const ofText = [
  "crd-list-type",
  "duplicate-item",
  "generate-name",
  "injected-placeholder",
  "missing-merge-key",
  "namespace-mismatch",
  "over-claimed",
  "same-object-twice",
  "server-set-field",
  "status-ignored",
  "text-after-document-end",
  "unknown-field",
  "wrong-type",
  "yaml-1.1-value",
  "yaml-duplicate-key",
  "yaml-problem",
];
/** Rules about the live object's values, whoever holds them. */
const ofValues = ["being-deleted", "null-value", "partial-key", "stale-resource-version"];
/** Rules about the namespace of an object that is not there, and about a kind that is not. */
const ofPlace = ["namespace-missing", "namespace-terminating"];

interface Situation {
  readonly title: string;
  /** Undefined where the situation makes nothing of the snapshot. */
  readonly change: (snapshot: Snapshot) => Partial<Snapshot> | undefined;
  readonly speak: readonly string[];
  /** Those whose findings must be left to the server to decide, with the reason. */
  readonly unsure?: readonly string[];
}

const situations: readonly Situation[] = [
  ...(["denied", "signedOut", "unreachable", "slow", "ownersNotTracked"] as const).map((state) => ({
    title: `the live object is ${state}`,
    change: () => ({ live: { state, source: cluster, message: "why" } }),
    speak: ofText,
  })),
  {
    title: "the live object is being read",
    change: () => ({ live: { state: "pending" } }),
    speak: ofText.filter((code) => code !== "crd-list-type"),
  },
  { title: "the workspace is not trusted", change: () => ({ live: { state: "untrusted", message: "why" } }), speak: ofText },
  { title: "nobody is to be asked", change: () => ({ live: { state: "off", message: "why" } }), speak: ofText },
  {
    title: "the live object is stale",
    change: ({ live }) => (live.state === "live" ? { live: { ...live, stale: { state: "unreachable", message: "why" } } } : undefined),
    speak: ofText,
  },
  {
    title: "there is no live object",
    change: () => ({ live: { state: "absent", source: cluster } }),
    speak: [...ofText, ...ofPlace, "null-value"],
  },
  {
    title: "a saved live object without its owners",
    change: ({ live }) => (live.state === "live" ? { live: { ...live, state: "ownersUnknown" } } : undefined),
    speak: [...ofText, ...ofValues],
  },
  {
    title: "nobody knows who applies",
    change: () => ({ as: { decided: false, ask: true, candidates: [], evidence: "why" } }),
    speak: [
      ...ofText,
      ...ofValues.filter((code) => code !== "null-value"),
      ...ofPlace,
      "crd-ownership-change",
      "unknown-kind",
      "unreadable-owners",
      "who-applies",
    ],
  },
  {
    title: "nobody knows who applies, and nobody is asked",
    change: () => ({ as: { decided: false, ask: false, candidates: [], evidence: "why" } }),
    speak: [...ofText, ...ofValues.filter((code) => code !== "null-value"), ...ofPlace, "unknown-kind", "unreadable-owners"],
  },
  {
    title: "no schema of the kind is known",
    change: ({ kind }) => ({ kind: { ...kind, type: deducedType, schemaSource: "deduced", typeAt: () => undefined } }),
    speak: [
      // Of these kinds the text alone tells, or a table that names them.
      ...["crd-list-type", "generate-name", "immutable-field", "injected-placeholder", "same-object-twice", "server-set-field"],
      ...["text-after-document-end", "write-only-field", "yaml-duplicate-key", "yaml-problem"],
      ...[
        "being-deleted",
        "contested-field",
        "crd-ownership-change",
        "first-apply",
        "stale-resource-version",
        "unreadable-owners",
        "who-applies",
      ],
      ...[...ofPlace, "unknown-kind"],
      ...["apply-conflict", "self-conflict", "takes-over"],
    ],
    unsure: ["apply-conflict", "self-conflict", "takes-over"],
  },
  {
    title: "only the bundled schema is known",
    change: ({ kind }) => (kind.schemaSource === "server" ? { kind: { ...kind, schemaSource: "bundled" } } : {}),
    speak: rules.map(({ code }) => code),
    unsure: ["duplicate-item", "missing-merge-key", "unknown-field", "wrong-type"],
  },
];

const cluster = { from: "cluster", context: "prod", namespace: "shop", namespaceAssumed: false } as const satisfies Extract<
  LiveAnswer,
  { state: "absent" }
>["source"];

describe.each(rules.map(({ code }) => code))("%s", (code) => {
  const file = path.join(folder, `${code}.txt`);
  const source = existsSync(file) ? readFileSync(file, "utf8") : "//- manifest\n";
  const fixture = readFixture(source);
  const whole = fixture.snapshots.flatMap((snapshot) => check(snapshot));

  for (const { title, change, speak, unsure } of situations) {
    const changed = fixture.snapshots.flatMap((snapshot) => {
      const parts = change(snapshot);
      return parts === undefined ? [] : [{ ...snapshot, ...parts }];
    });
    if (changed.length === 0) continue;
    test(title, () => {
      const found = changed.flatMap((snapshot) => check(snapshot));
      expect(found.filter((finding) => !speak.includes(finding.code)).map((finding) => finding.code)).toEqual([]);
      if (speak.includes(code)) expect(found.map((finding) => finding.code)).toContain(code);
      for (const { code: said, certainty } of found) {
        if (unsure?.includes(said)) expect(certainty).toEqual({ kind: "serverDecides", reason: expect.stringMatching(/\w/) });
      }
    });
  }

  test.each(["    half: [1,", "half", '  half: "', "<<<<<<< HEAD"])("nothing while the document does not parse: %s", (half) => {
    const { kind, objects } = parseDocument(`${fixture.text.trimEnd()}\n${half}\n`);
    // What stands behind the end of a document is not read.
    if (!fixture.text.includes("\n...\n")) expect({ kind, objects }).toEqual({ kind: "broken", objects: [] });
    expect(parseDocument(`${half}\n${fixture.text}`)).toMatchObject({ kind: "broken", objects: [] });
  });

  test("the same beside a document that does not parse", () => {
    const [first, second] = splitDocuments(`${fixture.text.trimEnd()}\n---\nhalf: [1,\n`).map(({ text }) => parseDocument(text));
    expect(second?.objects).toEqual([]);
    const found = fixture.snapshots.flatMap((snapshot, index) => {
      const object = first?.objects[index];
      return first === undefined || object === undefined ? [] : check({ ...snapshot, document: first, object });
    });
    expect(found.map(shown)).toEqual(whole.map(shown));
  });

  test.each(
    source
      .split(/^\/\/- after /m)
      .slice(1)
      .map((section) => afterFix(fixture, section)),
  )("nothing more after: $title", ({ snapshots }) => {
    const left = snapshots.flatMap((snapshot) => check(snapshot)).map(shown);
    expect(whole.map(shown).filter((finding) => left.includes(finding))).toEqual([]);
  });
});

function shown({ code, severity, path: field, message }: Finding): string {
  return `${severity} ${code} ${printPath(field)}: ${message}`;
}

/** The fixture with the text that a fix has made. */
function afterFix(fixture: Fixture, section: string): { readonly title: string; readonly snapshots: readonly Snapshot[] } {
  const [title = "", ...lines] = section.split(/^\/\/- /m)[0]?.split("\n") ?? [];
  const document = parseDocument(filledIn(lines.join("\n")));
  const snapshots = fixture.snapshots.flatMap((snapshot, index) => {
    const object = document.objects[index];
    if (object === undefined) return [];
    const { manager } = object.directives;
    return [{ ...snapshot, document, object, as: manager === undefined ? snapshot.as : applier(manager) }];
  });
  return { title, snapshots };
}
