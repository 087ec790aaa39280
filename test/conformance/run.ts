/**
 * `npm run conformance -- FILE_OR_DIR… [--op NAME] [--id PREFIX] [--results FILE]`: runs conformance vectors.
 * Prints a line per operation, then every failing id with what differs, then the total; exits 1 if anything failed.
 */
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { printJson } from "../../shared/fieldpath/json.ts";
import { type Case, readCases } from "./data.ts";
import { type Judgement, judge } from "./judge.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { op: { type: "string" }, id: { type: "string" }, results: { type: "string" } },
});

if (positionals.length === 0) {
  console.error("usage: npm run conformance -- FILE_OR_DIR… [--op NAME] [--id PREFIX] [--results FILE]");
  process.exit(2);
}

const cases = positionals.flatMap(filesOf).flatMap(readCases).filter(isWanted);
const judged = cases.map((vector) => ({ vector, judgement: judge(vector) }));

for (const op of new Set(cases.map((vector) => vector.op))) {
  const ofOp = judged.filter(({ vector }) => vector.op === op);
  const failed = ofOp.filter(({ judgement }) => !judgement.passed).length;
  console.log(`${op} ${ofOp.length - failed} passed, ${failed} failed`);
  for (const line of notes(ofOp.map(({ judgement }) => judgement))) console.log(`${op} ${line}`);
}
const failures = judged.filter(({ judgement }) => !judgement.passed);
for (const { vector, judgement } of failures) console.log(`${vector.id}\n${judgement.difference ?? ""}`);
console.log(`${judged.length - failures.length} passed, ${failures.length} failed`);
if (options.results !== undefined)
  writeFileSync(options.results, judged.map(({ vector, judgement }) => resultLine(vector, judgement)).join(""));
process.exitCode = failures.length > 0 ? 1 : 0;

function filesOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => /\.jsonl(\.gz)?$/.test(name))
    .sort()
    .map((name) => join(path, name));
}

function isWanted(vector: Case): boolean {
  return (options.op === undefined || vector.op === options.op) && (options.id === undefined || vector.id.startsWith(options.id));
}

function notes(judgements: readonly Judgement[]): readonly string[] {
  const undecided = judgements.filter((judgement) => judgement.undecided === true).length;
  const refusals = judgements.filter((judgement) => judgement.foresaw !== undefined);
  const foreseen = refusals.filter((judgement) => judgement.foresaw === true).length;
  return [
    ...(undecided > 0 ? [`undecided ${undecided}`] : []),
    ...(refusals.length > 0 ? [`foresaw ${foreseen} of ${refusals.length} validation refusals`] : []),
  ];
}

function resultLine(vector: Case, judgement: Judgement): string {
  const result = new Map([
    ["id", vector.id],
    ["out", judgement.out],
  ]);
  return `${printJson(result)}\n`;
}
