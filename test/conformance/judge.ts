/** Whether the library answers a vector as the reference did. */
import { printJson } from "../../shared/fieldpath/json.ts";
import { isList, stringAt, type Value, type ValueMap, valueAt } from "../../shared/fieldpath/value.ts";
import { schemaFromSmd, schemaToSmd } from "../../shared/schema/fromSmd.ts";
import { type Case, sameOut } from "./data.ts";
import { answer } from "./ops.ts";
import { comparable, outcomeValue, predictCase } from "./serverApply.ts";

export interface Judgement {
  readonly passed: boolean;
  readonly out: Value;
  /** What was wanted and what came, in short. */
  readonly difference?: string;
  /** It passed because nobody could know from what the case gives. */
  readonly undecided?: boolean;
  /** The server refused by its own validation: whether that was predicted. */
  readonly foresaw?: boolean;
}

/** Runs one case. An operation that the project doesn't know, and an exception, are failures. */
export function judge(vector: Case): Judgement {
  try {
    if (vector.unreadable !== undefined) return judgeRefusal(vector.out, vector.unreadable);
    if (vector.op === "server.apply") return judgeServerApply(vector);
    if (vector.op === "openapi.schema") return judgeSchema(vector);
    const actual = answer(vector);
    if (actual === undefined) return { passed: false, out: null, difference: `  unknown operation ${vector.op}` };
    if (sameOut(vector.out, actual)) return { passed: true, out: actual };
    return { passed: false, out: actual, difference: differenceOf(vector.out, actual) };
  } catch (error) {
    return { passed: false, out: null, difference: `  ${error instanceof Error ? error.stack : String(error)}` };
  }
}

function judgeRefusal(wanted: ValueMap, problem: string): Judgement {
  const out: ValueMap = new Map([["error", true]]);
  return { passed: sameOut(wanted, out), out, difference: `  the library reads nothing of it: ${problem}` };
}

/** The notation may spell out what is the default, so both sides are read and written again. */
function judgeSchema(vector: Case): Judgement {
  const out = answer(vector) ?? new Map();
  const normal = (side: ValueMap): ValueMap =>
    side.has("schema") ? new Map([["schema", schemaToSmd(schemaFromSmd(side.get("schema") ?? null))]]) : side;
  const wanted = normal(vector.out);
  const got = normal(out);
  return sameOut(wanted, got) ? { passed: true, out } : { passed: false, out, difference: differenceOf(wanted, got) };
}

function judgeServerApply(vector: Case): Judgement {
  const outcome = predictCase(vector);
  const out = outcomeValue(outcome);
  const code = vector.out.get("code");
  const apiVersion = stringAt(vector.in, "manifest", "apiVersion");
  const records = valueAt(vector.in, "live", "metadata", "managedFields");
  const mayBeUndecided = isList(records) && records.some((entry) => stringAt(entry, "apiVersion") !== apiVersion);
  if (outcome.verdict === "undecided" && mayBeUndecided) return { passed: true, out, undecided: true };
  // The server's own validation comes after the merge: it may be foreseen, but nobody has to.
  if (code === 422 && (outcome.verdict === "refused" || outcome.verdict === "accepted")) {
    return { passed: true, out, foresaw: outcome.verdict === "refused" };
  }
  const causes = vector.out.get("causes");
  const isStale = code === 409 && !(isList(causes) && causes.length > 0);
  const refused = code === 400 || code === 500 || isStale;
  if (refused) return { passed: outcome.verdict === "refused", out, difference: differenceOf(vector.out, out) };
  const wanted = comparable(vector, vector.out);
  const got = comparable(vector, out);
  return sameOut(wanted, got) ? { passed: true, out } : { passed: false, out, difference: differenceOf(wanted, got) };
}

/** Two lines for each entry that differs. */
export function differenceOf(expected: ValueMap, actual: ValueMap): string {
  const keys = new Set([...expected.keys(), ...actual.keys()]);
  keys.delete("errorText");
  return [...keys]
    .map((key) => [key, text(expected.get(key)), text(actual.get(key))] as const)
    .filter(([, wanted, got]) => wanted !== got)
    .map(([key, wanted, got]) => `  ${key}: wanted ${excerpt(wanted, got)}\n  ${" ".repeat(key.length)}     got ${excerpt(got, wanted)}`)
    .join("\n");
}

function text(value: Value | undefined): string {
  return value === undefined ? "nothing" : printJson(value);
}

/** Long texts are shown from a little before the first difference on. */
function excerpt(value: string, other: string): string {
  let start = 0;
  while (start < value.length && value[start] === other[start]) start++;
  const from = Math.max(0, start - 60);
  return `${from > 0 ? "…" : ""}${value.slice(from, from + 200)}${value.length > from + 200 ? "…" : ""}`;
}
