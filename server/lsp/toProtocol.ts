/** Our findings and fixes in the protocol's shapes. */
import { type CodeAction, CodeActionKind, type CodeLens, type Diagnostic, DiagnosticSeverity, type TextEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { pathToData } from "../../shared/fieldpath/pathElement.ts";
import type { RulesProblem } from "../../shared/manifest/pathRule.ts";
import {
  type CopyParams,
  copyCommand,
  type VerifyAnswer,
  type VerifyParams,
  type VerifyPlanAnswer,
  verifyCommand,
} from "../../shared/messages.ts";
import type { Severity } from "../../shared/ownership/finding.ts";
import { oneLine } from "../../shared/ownership/visible.ts";
import * as verifying from "../../shared/ownership/words/verifying.ts";
import type { PlacedFinding, PlacedFix } from "../session/model.ts";
import type { PlacedLens, VerifyReport } from "../session/verifications.ts";
import type { VerifyPlan } from "../session/verifying.ts";
import { fixAllKind } from "./codeActionKinds.ts";
import { toProtocolRange } from "./positions.ts";

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

export const diagnosticSource = "field-ownership";

/**
 * `page`: address of the rule's page. `data` names the field by object and path, never by position: a fix looks it up in the text of its
 * own time.
 */
export function toDiagnostic(document: TextDocument, finding: PlacedFinding, page?: string): Diagnostic {
  return {
    range: toProtocolRange(document, finding.range),
    severity: severities[finding.severity],
    code: finding.code,
    ...(page !== undefined && { codeDescription: { href: page } }),
    source: diagnosticSource,
    message: oneLine(finding.message),
    relatedInformation: finding.related.map(({ message, range }) => ({
      message: oneLine(message),
      location: { uri: document.uri, range: toProtocolRange(document, range) },
    })),
    data: { object: finding.object, path: pathToData(finding.path), ordinal: finding.ordinal },
  };
}

/** What is wrong with a `.field-ownership.yaml`. */
export function toProblemDiagnostic(document: TextDocument, { range, severity, message }: RulesProblem): Diagnostic {
  return {
    range: toProtocolRange(document, range),
    severity: severities[severity],
    code: "path-rules",
    source: diagnosticSource,
    message,
  };
}

/** `asked`: the diagnostics that the editor has on screen where it asked for fixes; those that the fix resolves are named in it. */
export function toCodeAction(document: TextDocument, fix: PlacedFix, asked: readonly Diagnostic[], versioned: boolean): CodeAction {
  const keys = new Set(fix.findings.map((finding) => keyOf(toDiagnostic(document, finding))));
  return {
    title: oneLine(fix.title),
    kind: CodeActionKind.QuickFix,
    diagnostics: asked.filter((diagnostic) => keys.has(keyOf(diagnostic))),
    isPreferred: fix.preferred,
    ...(fix.copies === undefined ? toEdit(document, fix, versioned) : toCopy(fix.title, fix.copies)),
  };
}

/** All that is safe to fix in a file. */
export function toFixAll(document: TextDocument, fix: PlacedFix, versioned: boolean): CodeAction {
  return { title: fix.title, kind: fixAllKind, ...toEdit(document, fix, versioned) };
}

function toEdit(document: TextDocument, fix: PlacedFix, versioned: boolean): Pick<CodeAction, "edit"> {
  const edits: TextEdit[] = fix.edits.map(({ range, newText }) => ({ range: toProtocolRange(document, range), newText }));
  const textDocument = { uri: document.uri, version: fix.version };
  return { edit: versioned ? { documentChanges: [{ textDocument, edits }] } : { changes: { [document.uri]: edits } } };
}

/** The command is our client's. */
function toCopy(title: string, text: string): Pick<CodeAction, "command"> {
  const params: CopyParams = { text };
  return { command: { title, command: copyCommand, arguments: [params] } };
}

/** Stands at the object's first line; the command that it names is our client's. */
export function toCodeLens(document: TextDocument, { range, title }: PlacedLens): CodeLens {
  const position = document.positionAt(range.start);
  const params: VerifyParams = { uri: document.uri, position };
  return { range: { start: position, end: position }, command: { title, command: verifyCommand, arguments: [params] } };
}

export function toVerifyPlanAnswer(plan: VerifyPlan): VerifyPlanAnswer {
  if ("problem" in plan) return plan;
  return {
    question: oneLine(verifying.question(plan)),
    detail: oneLine(verifying.questionDetail(plan.server)),
    plan,
  };
}

export function toVerifyAnswer({ outcome, summary, details }: VerifyReport): VerifyAnswer {
  return {
    summary: oneLine(summary),
    details: details.map(oneLine),
    severity: outcome === "differs" || outcome === "failed" ? "warning" : "information",
  };
}

/** Without the message, which may tell of folded ones too. */
function keyOf({ code, range }: Diagnostic): string {
  return JSON.stringify([code, range.start.line, range.start.character]);
}
