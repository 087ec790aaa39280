/**
 * `npm run bench:core [-- --json FILE]`: how fast the merge core is beside the Go implementation on the same inputs in the same run,
 * how its cost grows, and what decoded ownership weighs. Needs Go, for test/oracle. Exits 1 if a target is missed.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { DecodedObject } from "../../shared/apply/model.ts";
import { type ApplyRequest, predictApply } from "../../shared/apply/predictApply.ts";
import { parseFieldsV1, printFieldsV1 } from "../../shared/fieldpath/fieldsV1.ts";
import { difference, emptySet, union } from "../../shared/fieldpath/set.ts";
import { isList, isMap, stringAt, type Value } from "../../shared/fieldpath/value.ts";
import { compare } from "../../shared/typed/compare.ts";
import { mergeValid } from "../../shared/typed/merge.ts";
import { fieldSetOf } from "../../shared/typed/toFieldSet.ts";
import { percentile, printTable, type Row, writeJson } from "./figures.ts";
import { dimensions, generatedInput, type Input, recordedInput } from "./inputs.ts";

const recorded = ["deployment", "big"];
const memory = [decodedMemory("big")];
const go = goFigures();
const besideGo = recorded.flatMap((name) => compareWithGo(name, recordedInput(name)));
printTable("ms of CPU, warm", besideGo);
const growth = dimensions.map(growthOf);
printTable("ms of CPU of an apply with conflicts, by number of", growth);
printTable("memory", memory);
writeJson({ besideGo, growth, memory });
process.exitCode = [...besideGo, ...growth, ...memory].every(({ ok }) => ok !== false) ? 0 : 1;

/** Lower quartiles in milliseconds by input and part. */
function goFigures(): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const oracle = execFileSync(join(import.meta.dirname, "..", "oracle", "build.sh"), { encoding: "utf8" }).trim();
  const files = recorded.map((name) => join(import.meta.dirname, "data", `${name}.json.gz`));
  return JSON.parse(execFileSync(oracle, ["bench", ...files], { encoding: "utf8" }));
}

function compareWithGo(name: string, input: Input): readonly Row[] {
  const { type, managers } = input;
  const decoded = decode(input);
  const sets = decoded.managedFields.map(({ fields }) => fields);
  const liveSet = fieldSetOf(input.live, type);
  // Nothing may be remembered of the values from the run before.
  const values = (): Pick<Input, "live" | "config"> => ({ live: copy(input.live), config: copy(input.config) });
  const parts: Readonly<Record<string, number>> = {
    parse: usual(nothing, () => managers.map((text) => parseFieldsV1(text))),
    serialise: usual(nothing, () => sets.map((set) => printFieldsV1(set))),
    toFieldSet: usual(values, ({ live }) => fieldSetOf(live, type)),
    compare: usual(values, ({ live, config }) => compare(live, config, type)),
    merge: usual(values, ({ live, config }) => mergeValid(live, config, type)),
    apply: usual(() => typed(input, asNew(decoded)), predict),
    union: usual(nothing, () => sets.map((set) => union(liveSet, set))),
    difference: usual(nothing, () => sets.map((set) => difference(liveSet, set))),
  };
  const question = usual(() => typed(input, decoded), predict);
  return [
    ...Object.entries(parts).map(([part, ours]) => ratioRow(`${name} ${part}`, ours, go[name]?.[part], part === "apply" ? 0.7 : 1.5)),
    ratioRow(`${name} the editor's question, beside Go's apply`, question, go[name]?.apply, 0.2),
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
    return usual(() => typed(input, asNew(decoded)), predict);
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

/** The heap that decoded ownership takes, with what it keeps of its text. */
function decodedMemory(name: string): Row {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // Once for the code.
  recordedInput(name).managers.map((text) => parseFieldsV1(text));
  collect();
  const before = process.memoryUsage().heapUsed;
  const sets = recordedInput(name).managers.map((text) => parseFieldsV1(text).set);
  collect();
  const megabytes = (process.memoryUsage().heapUsed - before) / 1e6;
  return {
    name: `decoded ownership of ${name}, ${sets.length} managers`,
    figures: { MB: megabytes },
    target: "≤ 10 MB",
    ok: megabytes <= 10,
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
  if (isList(value)) return value.map(copy);
  return isMap(value) ? new Map([...value].map(([key, child]) => [key, copy(child)])) : value;
}

/** An apply of the manifest as it was just typed. */
function typed({ type, config, names }: Input, live: DecodedObject): ApplyRequest {
  return {
    live,
    config: copy(config),
    type,
    typeAt: () => type,
    manager: names[0] ?? "",
    force: false,
    subresource: "",
    resetFields: emptySet,
  };
}

function predict(request: ApplyRequest): void {
  const outcome = predictApply(request);
  if (outcome.verdict !== "conflict") throw new Error(`a conflict was expected: ${JSON.stringify(outcome.verdict)}`);
}

function nothing(): void {}

/**
 * Milliseconds that `run` computes, without `prepare`, after a warm-up, so that the compiler is done. The lower quartile of CPU time,
 * here and in Go: what else the machine does hardly shows in it.
 */
function usual<T>(prepare: () => T, run: (prepared: T) => unknown): number {
  const once = (): number => {
    const prepared = prepare();
    const before = process.cpuUsage();
    run(prepared);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const until = (milliseconds: number): number[] => {
    const times: number[] = [];
    for (const start = performance.now(); times.length < 3 || (performance.now() - start < milliseconds && times.length < 5000); ) {
      times.push(once());
    }
    return times;
  };
  until(300);
  return percentile(until(600), 0.25);
}
