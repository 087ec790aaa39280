/** The project's own copy of the vectors and of the OpenAPI documents that some of them name. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { equalValues } from "../../shared/fieldpath/compare.ts";
import { parseJson } from "../../shared/fieldpath/json.ts";
import { isList, isMap, stringAt, type Value, type ValueMap, valueAt } from "../../shared/fieldpath/value.ts";

export interface Case {
  readonly id: string;
  readonly op: string;
  /** Of the file that holds the case: its name says how sets travel between the steps of a sequence. */
  readonly file: string;
  readonly in: ValueMap;
  readonly out: ValueMap;
  /** Why the library reads nothing of what is asked, such as content that nests too deep: that is its answer. */
  readonly unreadable?: string;
}

const data: string = join(import.meta.dirname, "data");

/** The differences from Go that fuzzing once found. */
export const regressionFile: string = join(import.meta.dirname, "regressions.jsonl");

/** The files of the copy. */
export function vectorFiles(): readonly string[] {
  return readdirSync(join(data, "vectors"))
    .sort()
    .map((name) => join(data, "vectors", name));
}

/** The cases of a file, plain or gzipped. */
export function readCases(file: string): readonly Case[] {
  return readText(file)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, at) => readCase(line, file, at + 1));
}

/** An OpenAPI document of the copy, by version and file name without extension. */
export function openApiDocument(version: string, name: string): Value {
  return parseOrThrow(readText(join(data, "openapi", version, `${name}.json.gz`)), name);
}

/** The names of a version's OpenAPI documents by apiVersion. */
export function openApiIndex(version: string): ReadonlyMap<string, string> {
  const index = openApiDocument(version, "index");
  return new Map([...(isMap(index) ? index : [])].map(([apiVersion, file]) => [apiVersion, String(file).replace(/\.json$/, "")]));
}

/** Whether an answer is the expected one; the text of an error never counts. */
export function sameOut(expected: ValueMap, actual: ValueMap): boolean {
  if (expected.get("error") === true || actual.get("error") === true) return expected.get("error") === actual.get("error");
  return equalValues(withoutErrorTexts(expected), actual);
}

/** Error texts stand beside the outcome of single steps too. */
function withoutErrorTexts(value: Value): Value {
  if (isList(value)) return value.map(withoutErrorTexts);
  if (!isMap(value)) return value;
  return new Map([...value].filter(([key]) => key !== "errorText").map(([key, item]) => [key, withoutErrorTexts(item)]));
}

function readCase(line: string, file: string, at: number): Case {
  const { value, problem } = parseJson(line);
  if (problem !== undefined) return unreadableCase(line, file, problem);
  const input = valueAt(value, "in");
  const out = valueAt(value, "out");
  const id = stringAt(value, "id");
  const op = stringAt(value, "op");
  if (id === undefined || op === undefined || !isMap(input) || !isMap(out)) throw new Error(`${file}:${at}: not a case`);
  return { id, op, file, in: input, out };
}

/** Only what tells the case and whether a refusal is wanted is looked for in the text. */
function unreadableCase(line: string, file: string, problem: string): Case {
  const textOf = (key: string): string => new RegExp(`"${key}":\\s*"([^"]*)"`).exec(line)?.[1] ?? "";
  const out: ValueMap = new Map([["error", /"out":\s*\{\s*"error":\s*true/.test(line)]]);
  return { id: textOf("id"), op: textOf("op"), file, in: new Map(), out, unreadable: problem };
}

function parseOrThrow(text: string, where: string): Value {
  const { value, problem } = parseJson(text);
  if (problem !== undefined) throw new Error(`${where}: ${problem}`);
  return value;
}

function readText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}
