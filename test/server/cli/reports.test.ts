import { describe, expect, test } from "vitest";
import type { CheckedFile } from "../../../server/cli/checked.ts";
import { jsonReport } from "../../../server/cli/jsonReport.ts";
import { notes } from "../../../server/cli/notes.ts";
import { paint } from "../../../server/cli/paint.ts";
import { textReport } from "../../../server/cli/textReport.ts";
import type { ObjectReport, PlacedFinding } from "../../../server/session/model.ts";
import { lineIndex } from "../../../shared/manifest/lineIndex.ts";
import type { Applier, LiveAnswer } from "../../../shared/ownership/snapshot.ts";

const text = "# 😀\nspec: {replicas: 2}\n";
const object = { apiVersion: "apps/v1", kind: "Deployment", namespace: "shop", name: "web" };
const decided: Applier = {
  decided: true,
  manager: "team-cd",
  with: "server-side",
  force: false,
  inferred: true,
  evidence: "inferred: holds 12 of 13 fields",
};
const undecided: Applier = {
  decided: false,
  ask: true,
  candidates: [
    { manager: "A", fields: 42 },
    { manager: "B", fields: 3 },
  ],
  evidence: "two managers",
};
const live: LiveAnswer = {
  state: "live",
  live: { object: new Map(), managedFields: [], problems: [] },
  source: { from: "file", file: "live.yaml" },
  readAt: 0,
};

const conflict: PlacedFinding = {
  code: "apply-conflict",
  severity: "error",
  path: [
    { kind: "field", name: "spec" },
    { kind: "field", name: "replicas" },
  ],
  ordinal: 0,
  message: "held by kube-controller-manager",
  range: { start: 12, end: 20 },
  related: [{ message: "the anchor", range: { start: 5, end: 9 } }],
  managers: [
    { manager: "kube-controller-manager", operation: "Update", apiVersion: "apps/v1", subresource: "scale", time: undefined },
    { manager: "team-ui", operation: "Apply", apiVersion: "apps/v1", subresource: "", time: "2026-11-03T08:14:51Z" },
  ],
  certainty: { kind: "serverDecides", reason: "admission" },
  fixes: ["drop-field"],
  object,
  document: 0,
  item: 0,
};
const hint: PlacedFinding = { ...conflict, code: "some-hint", severity: "hint" };

function report(as: Applier, answer: LiveAnswer, name = "web"): ObjectReport {
  return {
    object: { ...object, name },
    range: { start: 0, end: 9 },
    as,
    live: answer,
    schemaSource: "bundled",
    verdict: "conflict",
    serverMessage: undefined,
  };
}

function checked(parts: Partial<CheckedFile>): CheckedFile {
  return {
    name: "a.yaml",
    lines: lineIndex(text),
    findings: [],
    objects: [report(decided, live)],
    skipped: [],
    warnings: [],
    hidden: [],
    ...parts,
  };
}

describe("textReport", () => {
  test("prints place, severity, message and code, a frame, notes and a sum; no hints", () => {
    expect(textReport([checked({ findings: [conflict, hint] })], paint(false))).toBe(
      `a.yaml:2:8: error: held by kube-controller-manager [apply-conflict]
  1 | # 😀
> 2 | spec: {replicas: 2}
    |        ^^^^^^^^
a.yaml:2:1: note: the anchor

1 object in 1 file: 1 error
`,
    );
  });

  test("after the findings of an object stands what the API server answers, lines and all", () => {
    const refused = { ...report(decided, live), range: { start: 7, end: 28 }, serverMessage: "Apply failed:\n- .a\n- .b\u001b" };
    const accepted = { ...report(decided, live), range: { start: 0, end: 6 } };
    const lines = textReport([checked({ findings: [conflict], objects: [accepted, refused] })], paint(false)).split("\n");
    expect(lines.slice(5)).toEqual([
      "",
      "Deployment shop/web: kubectl would answer:",
      "  Apply failed:",
      "  - .a",
      "  - .b\ufffd",
      "",
      "2 objects in 1 file: 1 error",
      "",
    ]);
  });

  test.each<[Partial<CheckedFile>, string]>([
    [{}, "1 object in 1 file: no findings\n"],
    [{ objects: [] }, "0 objects in 1 file: no findings\n"],
    [
      { objects: [report(decided, live), report(decided, { state: "off", message: "no context" })] },
      "2 objects in 1 file, 1 of them compared with live: no findings\n",
    ],
  ])("sums up %#", (parts, sum) => {
    expect(textReport([checked(parts)], paint(false))).toBe(sum);
  });

  test("colours only when asked to", () => {
    const esc = "\u001b[";
    expect(textReport([checked({ findings: [conflict] })], paint(true))).toContain(`${esc}1m${esc}31m^^^^^^^^`);
    expect(textReport([checked({ findings: [conflict] })], paint(false))).not.toContain(esc);
  });

  test("no control character of a message or file name reaches the terminal", () => {
    const evil = checked({ name: "a\u001b.yaml", findings: [{ ...conflict, message: "live value \u001b[2J" }] });
    expect(textReport([evil], paint(false))).not.toContain("\u001b");
  });
});

describe("jsonReport", () => {
  test("has all findings with lines and UTF-16 columns from 1, all objects and a sum", () => {
    const refused = { ...report(decided, live), serverMessage: "Apply failed with 1 conflict: …" };
    const skipped = [{ range: { start: 0, end: 9 }, reason: "encrypted with SOPS", broken: false }];
    const file = checked({ findings: [conflict, hint], objects: [refused, report(undecided, { state: "pending" })], skipped });
    const finding = {
      severity: "error",
      code: "apply-conflict",
      message: "held by kube-controller-manager",
      file: "a.yaml",
      range: { start: { line: 2, column: 8 }, end: { line: 2, column: 16 } },
      path: ".spec.replicas",
      object,
      managers: [
        { manager: "kube-controller-manager", operation: "Update", apiVersion: "apps/v1", subresource: "scale" },
        { manager: "team-ui", operation: "Apply", apiVersion: "apps/v1", subresource: "", time: "2026-11-03T08:14:51Z" },
      ],
      certainty: { kind: "serverDecides", reason: "admission" },
    };
    const { decided: _, ...as } = decided;
    expect(JSON.parse(JSON.stringify(jsonReport([file])))).toEqual({
      findings: [finding, { ...finding, severity: "hint", code: "some-hint" }],
      objects: [
        { object, file: "a.yaml", as, live: "live", verdict: "conflict", message: "Apply failed with 1 conflict: …" },
        {
          object,
          file: "a.yaml",
          as: { manager: null, with: null, force: null, inferred: true, evidence: "two managers" },
          live: "pending",
          verdict: "conflict",
          message: null,
        },
      ],
      leftOut: [{ file: "a.yaml", line: 1, reason: "encrypted with SOPS" }],
      summary: { files: 1, objects: 2, compared: 1, errors: 1, warnings: 0, information: 0, hints: 1 },
    });
  });
});

describe("notes", () => {
  const cluster = { from: "cluster", context: "prod", namespace: "shop", namespaceAssumed: false } as const;
  test.each<[string, Partial<CheckedFile>, string[]]>([
    [
      "an inferred manager once, with its evidence",
      { objects: [report(decided, live), report(decided, live, "api"), report(decided, live, "db")] },
      ["as team-cd (server-side): Deployment shop/web and 2 more; inferred: holds 12 of 13 fields"],
    ],
    [
      "a forcing one",
      { objects: [report({ ...decided, force: true }, live)] },
      ["as team-cd (server-side, forced): Deployment shop/web; inferred: holds 12 of 13 fields"],
    ],
    ["nothing of a named manager", { objects: [report({ ...decided, inferred: false }, live)] }, []],
    ["nothing of a manager where there is nothing live", { objects: [report(decided, { state: "absent", source: cluster })] }, []],
    [
      "a question where nobody can be known",
      { objects: [report(undecided, live)] },
      ["who applies Deployment shop/web? Say --field-manager=NAME; fields are held by A (42), B (3)"],
    ],
    [
      "perhaps another object",
      { objects: [report({ ...undecided, ask: false, evidence: "live holds 2 of 13 fields" }, live)] },
      ["not judged: Deployment shop/web; live holds 2 of 13 fields"],
    ],
    [
      "an unanswered question once",
      {
        objects: [
          report(decided, { state: "unreachable", source: cluster, message: "prod: connection refused" }),
          report(decided, { state: "unreachable", source: cluster, message: "prod: connection refused" }, "api"),
        ],
      },
      ["not compared: Deployment shop/web and 1 more; prod: connection refused"],
    ],
    [
      "what is not among the saved objects",
      { objects: [report(decided, { state: "off", message: "setting so and so" })] },
      ["not compared: Deployment shop/web; not among the live objects saved in live"],
    ],
    [
      "unknown owners",
      { objects: [report(decided, { ...live, state: "ownersUnknown" })] },
      ["owners unknown: Deployment shop/web; saved without --show-managed-fields"],
    ],
    [
      "what was left out, by reason",
      {
        objects: [],
        skipped: [5, 12, 0].map((start) => ({
          range: { start, end: start },
          reason: start === 0 ? "encrypted" : "a template",
          broken: false,
        })),
      },
      ["left out: a.yaml:2 and 1 more; a template", "left out: a.yaml:1; encrypted"],
    ],
    [
      "what does not parse",
      { objects: [], skipped: [{ range: { start: 0, end: 9 }, reason: "line 2: a tab", broken: true }] },
      ["error: a.yaml: line 2: a tab"],
    ],
  ])("tell %s", (_, parts, lines) => {
    expect(notes([checked(parts)], "live")).toEqual(lines);
  });
});
