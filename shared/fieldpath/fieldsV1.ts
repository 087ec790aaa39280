/**
 * FieldsV1, the JSON form of a field set in `metadata.managedFields`, in and out.
 *
 * Invariant: reading never throws and is as lenient as the API server: order is free, unknown one-letter kinds of element are
 * skipped with everything below, `null` stands for `{}`. Writing is canonical: elements in order, `.` first, no white space.
 * Counterpart in Go: fieldpath `Set.FromJSON`, `Set.ToJSON` (serialize.go).
 */
import { printJsonString } from "./json.ts";
import { JsonError, JsonReader } from "./jsonReader.ts";
import { comparePathElements, elementFromText, elementText, type PathElement } from "./pathElement.ts";
import { emptySet, type FieldSet, type FieldSetChild } from "./set.ts";
import { SetBuilder } from "./setBuilder.ts";
import { maxDepth, type Value } from "./value.ts";

export interface FieldsV1Answer {
  readonly set: FieldSet;
  /** Why the text is no FieldsV1; the set is empty then. */
  readonly problem?: string;
}

/** Reads FieldsV1 text. */
export function parseFieldsV1(text: string): FieldsV1Answer {
  return guarded(() => {
    const reader = new JsonReader(text, "float");
    const set = readNode(textSource(reader)).set ?? emptySet;
    reader.end();
    return set;
  });
}

/** Reads FieldsV1 that was decoded from JSON or YAML together with its object. */
export function readFieldsV1(value: Value): FieldsV1Answer {
  return guarded(() => readNode(valueSource(value, 0)).set ?? emptySet);
}

/** Canonical FieldsV1 text. */
export function printFieldsV1(set: FieldSet): string {
  return `{${printEntries(set)}}`;
}

/** Where a node's entries come from. */
interface Source {
  entries(visit: (key: string, below: Source) => void): void;
  skip(): void;
}

/** A node without any recognised entry has no set: it is a mere member of its parent. */
function readNode(source: Source): { readonly set: FieldSet | undefined; readonly member: boolean } {
  const builder = new SetBuilder();
  let recognised = false;
  let member = false;
  source.entries((key, below) => {
    if (key === ".") {
      member = true;
      below.skip();
      return;
    }
    const { element, problem } = elementFromText(key);
    if (problem !== undefined) throw new JsonError(problem);
    if (element === undefined) {
      below.skip();
      return;
    }
    recognised = true;
    const node = readNode(below);
    if (node.member) builder.member(element);
    if (node.set !== undefined) builder.child(element, node.set);
  });
  return recognised ? { set: builder.build(), member } : { set: undefined, member: true };
}

function textSource(reader: JsonReader): Source {
  const source: Source = {
    entries(visit) {
      if (reader.peek() === 0x6e) reader.null();
      else reader.object((key) => visit(key, source));
    },
    skip() {
      reader.value();
    },
  };
  return source;
}

function valueSource(value: Value, depth: number): Source {
  return {
    entries(visit) {
      if (value === null) return;
      if (!(value instanceof Map)) throw new JsonError("expected an object or null");
      if (depth > maxDepth) throw new JsonError(`nested deeper than ${maxDepth} levels`);
      for (const [key, below] of value) visit(key, valueSource(below, depth + 1));
    },
    skip() {},
  };
}

function guarded(read: () => FieldSet): FieldsV1Answer {
  try {
    return { set: read() };
  } catch (error) {
    if (error instanceof JsonError) return { set: emptySet, problem: error.message };
    throw error;
  }
}

/** Members and children interleaved in element order. */
function printEntries(set: FieldSet): string {
  const parts: string[] = [];
  let i = 0;
  for (const child of set.children) {
    i = printMembersBefore(set.members, i, child, parts);
    const both = i < set.members.length && comparePathElements(set.members[i] as PathElement, child.element) === 0;
    if (both) i++;
    parts.push(`${printKey(child.element)}:{${both ? '".":{},' : ""}${printEntries(child.set)}}`);
  }
  for (; i < set.members.length; i++) parts.push(`${printKey(set.members[i] as PathElement)}:{}`);
  return parts.join(",");
}

function printMembersBefore(members: readonly PathElement[], from: number, child: FieldSetChild, parts: string[]): number {
  let i = from;
  for (; i < members.length && comparePathElements(members[i] as PathElement, child.element) < 0; i++) {
    parts.push(`${printKey(members[i] as PathElement)}:{}`);
  }
  return i;
}

function printKey(element: PathElement): string {
  return printJsonString(elementText(element), false);
}
