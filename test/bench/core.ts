/**
 * `npm run bench:core [-- --json FILE]`: how fast the merge core is beside the Go implementation on the same inputs in the same run,
 * how its cost grows, and what decoded ownership weighs. Needs Go, for test/oracle. Exits 1 if a target is missed.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { DecodedObject } from "../../shared/apply/model.ts";
import { predictApply } from "../../shared/apply/predictApply.ts";
import { parseFieldsV1, printFieldsV1 } from "../../shared/fieldpath/fieldsV1.ts";
import { difference, emptySet, union } from "../../shared/fieldpath/set.ts";
import { isMap, stringAt, type Value } from "../../shared/fieldpath/value.ts";
import { compare } from "../../shared/typed/compare.ts";
import { mergeValid } from "../../shared/typed/merge.ts";
import { fieldSetOf } from "../../shared/typed/toFieldSet.ts";
import { percentile, printTable, type Row, writeJson } from "./figures.ts";
import { dimensions, generatedInput, type Input, recordedInput, recordedText } from "./inputs.ts";

const recorded = ["deployment", "big"];
const go = goFigures();
const besideGo = recorded.flatMap((name) => compareWithGo(name, recordedInput(name)));
printTable("milliseconds, warm medians", besideGo);
const growth = dimensions.map(growthOf);
printTable("ms of an apply with conflicts, by number of", growth);
const memory = [decodedMemory("big")];
printTable("memory", memory);
writeJson({ besideGo, growth, memory });
process.exitCode = [...besideGo, ...growth, ...memory].every(({ ok }) => ok !== false) ? 0 : 1;

/** Medians in milliseconds by input and part. */
function goFigures(): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const oracle = execFileSync(join(import.meta.dirname, "..", "oracle", "build.sh"), { encoding: "utf8" }).trim();
  const files = recorded.map((name) => join(import.meta.dirname, "data", `${name}.json.gz`));
  return JSON.parse(execFileSync(oracle, ["bench", ...files], { encoding: "utf8" }));
}

function compareWithGo(name: string, input: Input): readonly Row[] {
  const { type, live, config, managers } = input;
  const decoded = decode(input);
  const sets = decoded.managedFields.map(({ fields }) => fields);
  const liveSet = fieldSetOf(live, type);
  const parts: Readonly<Record<string, () => unknown>> = {
    parse: () => managers.map((text) => parseFieldsV1(text)),
    serialise: () => sets.map((set) => printFieldsV1(set)),
    toFieldSet: () => fieldSetOf(live, type),
    compare: () => compare(live, config, type),
    merge: () => mergeValid(live, config, type),
    apply: () => ask(input, asNew(decoded)),
    union: () => sets.map((set) => union(liveSet, set)),
    difference: () => sets.map((set) => difference(liveSet, set)),
  };
  const rows = Object.entries(parts).map(([part, run]) =>
    ratioRow(`${name} ${part}`, median(run), go[name]?.[part], part === "apply" ? 0.7 : 1.5),
  );
  return [
    ...rows,
    ratioRow(
      `${name} the editor's question, beside Go's apply`,
      median(() => ask(input, decoded)),
      go[name]?.apply,
      0.2,
    ),
  ];
}

function ratioRow(name: string, ours: number, theirs: number | undefined, limit: number): Row {
  const ratio = ours / (theirs ?? Number.NaN);
  return { name, figures: { ours, Go: theirs ?? Number.NaN, ratio }, target: `ratio ≤ ${limit}`, ok: ratio <= limit };
}

function growthOf(dimension: string): Row {
  const sizes = [100, 1000, 10_000, 100_000];
  const times = sizes.map((size) => {
    const input = generatedInput(dimension, size);
    const decoded = decode(input);
    return median(() => ask(input, asNew(decoded)));
  });
  const figures = Object.fromEntries(sizes.map((size, at) => [size, times[at] ?? Number.NaN]));
  // What one step costs per n·log n, beside the step before; small sizes are left out, where the fixed costs weigh most.
  const perStep = sizes.map((size, at) => (times[at] ?? Number.NaN) / (size * Math.log2(size)));
  const factor = (perStep[3] ?? Number.NaN) / (perStep[1] ?? Number.NaN);
  return {
    name: dimension,
    figures: { ...figures, "cost per n·log n, 100,000 beside 1,000": factor },
    target: "factor ≤ 2",
    ok: factor <= 2,
  };
}

/** The heap that decoded ownership takes while its text is forgotten. */
function decodedMemory(name: string): Row {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { managers } = recordedInput(name);
  collect();
  const before = process.memoryUsage().heapUsed;
  const sets = managers.map((text) => parseFieldsV1(text).set);
  collect();
  const mebibytes = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  const texts = recordedText(name).length / 2 ** 20;
  return {
    name: `decoded ownership of ${name}, ${sets.length} managers`,
    figures: { MiB: mebibytes, "MiB of its input's text": texts },
    target: "≤ 10 MB",
    ok: mebibytes * 2 ** 20 <= 10_000_000,
  };
}

function decode({ live, names, managers }: Input): DecodedObject {
  const apiVersion = stringAt(live, "apiVersion") ?? "";
  const managedFields = managers.map((text, index) => ({
    manager: names[index] ?? "",
    operation: "Apply" as const,
    apiVersion,
    subresource: "",
    time: undefined,
    fields: parseFieldsV1(text).set,
  }));
  return { object: live, managedFields, problems: [] };
}

/** The same, and nothing remembered of it. */
function asNew({ object, managedFields, problems }: DecodedObject): DecodedObject {
  return { object: copy(object), managedFields: managedFields.map((entry) => ({ ...entry, fields: { ...entry.fields } })), problems };
}

function copy(value: Value): Value {
  return isMap(value) ? new Map(value) : value;
}

/** What becomes of an apply of the manifest as it was just typed. */
function ask({ type, config, names }: Input, live: DecodedObject): void {
  const outcome = predictApply({
    live,
    config: copy(config),
    type,
    typeAt: () => type,
    manager: names[0] ?? "",
    force: false,
    subresource: "",
    resetFields: emptySet,
  });
  if (outcome.verdict !== "conflict") throw new Error(`a conflict was expected: ${JSON.stringify(outcome.verdict)}`);
}

/** Milliseconds; after a warm-up, so that the compiler is done. */
function median(run: () => unknown): number {
  const until = (milliseconds: number): number[] => {
    const times: number[] = [];
    for (const start = performance.now(); times.length < 5 || (performance.now() - start < milliseconds && times.length < 5000); ) {
      const before = performance.now();
      run();
      times.push(performance.now() - before);
    }
    return times;
  };
  const start = performance.now();
  run();
  const once = performance.now() - start;
  // What takes seconds is compiled by its end.
  if (once > 2000) return once;
  until(300);
  return percentile(until(500), 0.5);
}
