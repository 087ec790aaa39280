/**
 * What of an OpenAPI definition cannot be read, because a keyword holds JSON of the wrong kind.
 * Invariant: every keyword that Go's type has is looked at, also where no conversion goes: one malformed keyword and the server reads
 * nothing of the document. Null is always as if absent.
 * Counterpart in Go: kube-openapi spec `Schema.UnmarshalJSONFrom` and the types it holds.
 */
import { isList, isMap, maxDepth, type Value } from "../fieldpath/value.ts";
import { isMalformedReference } from "./reference.ts";

/** Gets each problem with the way to its place. */
export type ReportAt = (steps: readonly string[], message: string) => void;

/** Reports all malformed keywords of a definition, whether there were any. */
export function reportMalformed(definition: Value, report: ReportAt): boolean {
  let found = false;
  const walk: Walk = {
    steps: [],
    report(message) {
      found = true;
      report(walk.steps, message);
    },
  };
  if (definition !== null) checkSchema(definition, walk);
  return found;
}

interface Walk {
  readonly steps: string[];
  readonly report: (message: string) => void;
}

/** Looks at a value that is not null. */
type Check = (value: Value, walk: Walk) => void;

function checkSchema(value: Value, walk: Walk): void {
  if (!isMap(value)) {
    walk.report("a schema must be an object");
    return;
  }
  if (walk.steps.length > maxDepth) {
    walk.report(`nested deeper than ${maxDepth} levels`);
    return;
  }
  for (const [keyword, held] of value) {
    const check = keywords.get(keyword);
    if (check !== undefined && held !== null) checkAt(keyword, held, check, walk);
  }
}

function checkAt(step: string, value: Value, check: Check, walk: Walk): void {
  walk.steps.push(step);
  check(value, walk);
  walk.steps.pop();
}

const text: Check = (value, walk) => {
  if (typeof value !== "string") walk.report("must be a string");
};

const flag: Check = (value, walk) => {
  if (typeof value !== "boolean") walk.report("must be true or false");
};

const number: Check = (value, walk) => {
  if (typeof value !== "number" && typeof value !== "bigint") walk.report("must be a number");
};

const integer: Check = (value, walk) => {
  if (!Number.isInteger(value) && typeof value !== "bigint") walk.report("must be an integer");
};

const anything: Check = () => {};

function listOf(check: Check): Check {
  return (value, walk) => {
    if (!isList(value)) {
      walk.report("must be a list");
      return;
    }
    for (const [at, item] of value.entries()) if (item !== null) checkAt(String(at), item, check, walk);
  };
}

/** A map's key and the keyword that holds the map are one step. */
function mapOf(check: Check): Check {
  return (value, walk) => {
    if (!isMap(value)) {
      walk.report("must be an object");
      return;
    }
    const keyword = walk.steps.pop() ?? "";
    for (const [key, item] of value) if (item !== null) checkAt(`${keyword}.${key}`, item, check, walk);
    walk.steps.push(keyword);
  };
}

/** The check for a value that is an object and that for a list; a value of another kind is left to the last. */
function either(object: Check, list: Check, other: Check): Check {
  return (value, walk) => (isMap(value) ? object : isList(value) ? list : other)(value, walk);
}

const schemaOrBoolean: Check = (value, walk) => {
  if (isMap(value)) checkSchema(value, walk);
  else if (typeof value !== "boolean") walk.report("must be an object, true or false");
};

const typeNames: Check = (value, walk) => {
  if (isList(value)) listOf(text)(value, walk);
  else if (typeof value !== "string") walk.report("must be a string or a list of strings");
};

const externalDocs: Check = (value, walk) => {
  if (!isMap(value)) {
    walk.report("must be an object");
    return;
  }
  for (const key of ["description", "url"]) {
    const held = value.get(key) ?? null;
    if (held !== null) checkAt(key, held, text, walk);
  }
};

const reference: Check = (value, walk) => {
  if (typeof value === "string" && isMalformedReference(value)) walk.report(`${JSON.stringify(value)} has a malformed % escape`);
};

function each(check: Check, ...names: readonly string[]): readonly (readonly [string, Check])[] {
  return names.map((name) => [name, check]);
}

const keywords: ReadonlyMap<string, Check> = new Map([
  ...each(text, "id", "description", "format", "title", "pattern", "discriminator"),
  ...each(flag, "nullable", "exclusiveMaximum", "exclusiveMinimum", "uniqueItems", "readOnly"),
  ...each(number, "maximum", "minimum", "multipleOf"),
  ...each(integer, "maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"),
  ...each(listOf(anything), "enum"),
  ...each(listOf(text), "required"),
  ...each(listOf(checkSchema), "allOf", "oneOf", "anyOf"),
  ...each(mapOf(checkSchema), "properties", "patternProperties", "definitions"),
  ...each(mapOf(either(checkSchema, listOf(text), anything)), "dependencies"),
  ...each(schemaOrBoolean, "additionalProperties", "additionalItems"),
  ["type", typeNames],
  ["items", either(checkSchema, listOf(checkSchema), anything)],
  ["not", checkSchema],
  ["externalDocs", externalDocs],
  ["$ref", reference],
]);
