/**
 * `npm run fuzz -- [--cases N] [--minutes N] [--seed S] [--op NAME] [--vectors]`: asks the library and the Go implementation
 * the same random questions. A difference is shrunk to a minimal case, which is added to test/conformance/regressions.jsonl.
 * `--vectors` asks Go the recorded cases first, which proves the oracle itself. Exits 1 if anything failed.
 */
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { parseJson, printJson } from "../../shared/fieldpath/json.ts";
import type { ValueMap } from "../../shared/fieldpath/value.ts";
import { type Case, readCases, regressionFile, sameOut, vectorFiles } from "../conformance/data.ts";
import { type Judgement, judge } from "../conformance/judge.ts";
import { isStored } from "../conformance/sequence.ts";
import { fuzzedOps, inputOf } from "./cases.ts";
import { type Oracle, startOracle } from "./oracle.ts";

const { values: options } = parseArgs({
  options: {
    cases: { type: "string" },
    minutes: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    op: { type: "string" },
    vectors: { type: "boolean", default: false },
  },
});

const batchSize = 500;
const numbers = fc.array(fc.nat({ max: 4095 }), { maxLength: 1000, size: "max" });

interface Count {
  passed: number;
  failed: number;
  /** Go itself panicked, or printed what nobody can read back: there is nothing to compare with. */
  unanswered: number;
}

interface Batch {
  readonly op: string;
  readonly seed: number;
  readonly inputs: readonly ValueMap[];
  readonly answers: ReturnType<Oracle["ask"]>;
}

const oracle = startOracle();
const counts = new Map<string, Count>();
if (options.vectors) await compareVectors();
await fuzz();
oracle.stop();
for (const [op, { passed, failed, unanswered }] of [...counts].sort()) {
  console.log(`${op} ${passed} passed, ${failed} failed${unanswered > 0 ? `, ${unanswered} without an answer from Go` : ""}`);
}
const sum = (part: keyof Count): number => [...counts.values()].reduce((total, count) => total + count[part], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") > 0 ? 1 : 0;

async function fuzz(): Promise<void> {
  const ops = options.op === undefined ? [...fuzzedOps.keys()] : [options.op];
  const end = Date.now() + Number(options.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  let left = Number(options.cases ?? (options.minutes === undefined ? 20_000 : Number.POSITIVE_INFINITY));
  console.log(`seed ${options.seed}`);
  let asked: Batch | undefined;
  for (let round = 0; left > 0 && Date.now() < end; round++) {
    const share = Math.min(batchSize, Math.ceil(left / ops.length));
    for (const op of ops) {
      const next = askBatch(op, Number(options.seed) + round, Math.min(share, left));
      if (asked !== undefined) await judgeBatch(asked);
      asked = next;
      left -= next.inputs.length;
      if (left <= 0 || Date.now() >= end) break;
    }
  }
  if (asked !== undefined) await judgeBatch(asked);
}

function askBatch(op: string, seed: number, size: number): Batch {
  const inputs = fc.sample(numbers, { seed, numRuns: size }).map((drawn) => asSent(inputOf(op, drawn)));
  return { op, seed, inputs, answers: oracle.ask(inputs.map((input) => ({ op, in: input }))) };
}

async function judgeBatch({ op, seed, inputs, answers: asked }: Batch): Promise<void> {
  const answers = await asked;
  const judgements = inputs.map((input, at) => judged(op, input, answers[at] ?? new Map()));
  for (const judgement of judgements) count(op, judgement === undefined ? "unanswered" : judgement.passed ? "passed" : "failed");
  if (judgements.some((judgement) => judgement?.passed === false)) await shrink(op, seed, inputs.length);
}

async function shrink(op: string, seed: number, size: number): Promise<void> {
  let minimal: Case | undefined;
  const agrees = fc.asyncProperty(numbers, async (drawn) => {
    const input = asSent(inputOf(op, drawn));
    const [out = new Map()] = await oracle.ask([{ op, in: input }]);
    if (judged(op, input, out)?.passed !== false) return true;
    minimal = { id: `${op}/seed${seed}`, op, file: "fuzz", in: input, out };
    return false;
  });
  await fc.check(agrees, { seed, numRuns: size });
  if (minimal === undefined) throw new Error(`a difference of ${op} at seed ${seed} did not come again`);
  const { file: _, ...line } = minimal;
  appendFileSync(regressionFile, `${printJson(new Map(Object.entries(line)))}\n`);
  console.log(`${minimal.id}\n  ${printJson(minimal.in)}\n${judge(minimal).difference ?? ""}`);
  console.log(`  again: npm run fuzz -- --op ${op} --seed ${seed} --cases ${size}`);
}

function judged(op: string, input: ValueMap, out: ValueMap): Judgement | undefined {
  return out.has("panic") ? undefined : judge({ id: op, op, file: "fuzz", in: input, out });
}

/** Numbers and repeated keys as they are after a way over the wire. */
function asSent(input: ValueMap): ValueMap {
  return parseJson(printJson(input)).value as ValueMap;
}

function count(op: string, part: keyof Count): void {
  const counted = counts.get(op) ?? { passed: 0, failed: 0, unanswered: 0 };
  counts.set(op, counted);
  counted[part]++;
}

async function compareVectors(): Promise<void> {
  const recorded = [...vectorFiles(), regressionFile]
    .flatMap(readCases)
    .filter(({ op }) => fuzzedOps.has(op) && (options.op === undefined || op === options.op));
  const answers = await oracle.ask(
    recorded.map((vector) => ({ op: vector.op, in: new Map([...vector.in, ["stored", isStored(vector)]]) })),
  );
  for (const [at, { id, op, out }] of recorded.entries()) {
    const same = sameOut(out, answers[at] ?? new Map());
    count(`recorded ${op}`, same ? "passed" : "failed");
    if (!same) console.log(`${id}: Go now answers ${printJson(answers[at] ?? null)}, recorded was ${printJson(out)}`);
  }
}
