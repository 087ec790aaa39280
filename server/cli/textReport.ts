/** A check's findings for people: `file:line:column: severity: message [code]`, a code frame, notes, and one line in sum. */
import * as words from "../../shared/ownership/words/commandLine.ts";
import { counted } from "../../shared/ownership/words.ts";
import type { ObjectReport, PlacedFinding } from "../session/model.ts";
import type { CheckedFile, CheckedObject } from "./checked.ts";
import { codeFrame } from "./codeFrame.ts";
import { objectName } from "./notes.ts";
import type { Paint } from "./paint.ts";
import { printable } from "./printable.ts";
import { tally } from "./tally.ts";

/** The whole output. Hints are for editors and machines: people see what is above them. */
export function textReport(files: readonly CheckedFile[], paint: Paint): string {
  const byName = new Map(files.map((file) => [file.name, file]));
  const blocks = files.flatMap((file) => fileBlocks(file, byName, paint));
  return `${[...blocks, summaryLine(files, paint)].join("\n\n")}\n`;
}

/** Each object's findings in the order of the text, then what the API server would answer to it. */
function fileBlocks(file: CheckedFile, byName: ReadonlyMap<string, CheckedFile>, paint: Paint): string[] {
  const shown = file.findings.filter(({ severity }) => severity !== "hint");
  const answered = file.objects.filter(({ serverMessage }) => serverMessage !== undefined);
  const verified = file.objects.filter((object) => object.verified !== undefined);
  return [
    ...shown.map((finding) => ({ at: finding.range.start, text: findingText(file, finding, byName, paint) })),
    ...answered.map((report) => ({ at: report.range.end, text: answerText(report) })),
    ...verified.map((report) => ({ at: report.range.end, text: verifiedText(report) })),
  ]
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text);
}

function answerText({ object, serverMessage = "" }: ObjectReport): string {
  const lines = serverMessage.split("\n").map((line) => `  ${printable(line)}`);
  return [words.kubectlAnswers(printable(objectName(object))), ...lines].join("\n");
}

function verifiedText({ object, verified }: CheckedObject): string {
  const lines = (verified?.details ?? []).map((line) => `  ${printable(line)}`);
  return [words.serverAnswered(printable(objectName(object)), printable(verified?.summary ?? "")), ...lines].join("\n");
}

function findingText(file: CheckedFile, finding: PlacedFinding, byName: ReadonlyMap<string, CheckedFile>, paint: Paint): string {
  const { code, severity, message, range } = finding;
  const head = `${paint.strong(`${place(file, range.start)}:`)} ${paint.severity(severity, `${severity}:`)}`;
  const frame = codeFrame(file, range, { gutter: paint.faint, squiggle: (text) => paint.severity(severity, text) });
  const notes = finding.related.map(({ uri, range: at, message: note }) => {
    const where = (uri === undefined ? undefined : byName.get(uri)) ?? file;
    return words.noteAt(place(where, at.start), printable(note));
  });
  return [`${head} ${paint.strong(printable(message))} ${paint.faint(`[${code}]`)}`, ...frame, ...notes].join("\n");
}

function place(file: CheckedFile, offset: number): string {
  const { line, column } = file.lines.positionAt(offset);
  return `${printable(file.name)}:${line + 1}:${column + 1}`;
}

function summaryLine(files: readonly CheckedFile[], paint: Paint): string {
  const { objects, compared, errors, warnings, information } = tally(files);
  const found = [
    errors > 0 ? paint.severity("error", counted(errors, "error")) : [],
    warnings > 0 ? paint.severity("warning", counted(warnings, "warning")) : [],
    information > 0 ? paint.severity("information", counted(information, "note")) : [],
  ].flat();
  const parts = { objects, files: files.length, found: found.join(", ") || words.noFindings };
  return compared < objects ? words.sumOfSome({ ...parts, compared }) : words.sum(parts);
}
