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
import { emptySet, type FieldSet } from "./set.ts";
import { SetBuilder } from "./setBuilder.ts";
import { maxDepth, type Value } from "./value.ts";

export interface FieldsV1Answer {
  readonly set: FieldSet;
  /** Why the text is no FieldsV1; the set is empty then. */
  readonly problem?: string;
}

/** Elements by their text: names and keys recur, so sets that are read together are smaller and faster when they share them. */
export type ElementTable = Map<string, PathElement>;

/** Reads FieldsV1 text. */
export function parseFieldsV1(text: string): FieldsV1Answer {
  return guarded(() => {
    const reader = new JsonReader(text, "float");
    const set = readNode(textSource(reader), new Map()).set ?? emptySet;
    reader.end();
    return set;
  });
}

/** Reads FieldsV1 that was decoded from JSON or YAML together with its object. */
export function readFieldsV1(value: Value, elements: ElementTable = new Map()): FieldsV1Answer {
  return guarded(() => readNode(valueSource(value, 0), elements).set ?? emptySet);
}

/** Canonical FieldsV1 text. */
export function printFieldsV1(set: FieldSet): string {
  return `{${printEntries(set)}}`;
}

/** Where a node's entries come from. */
interface Source {
  /** Passes over a node without entries, which most nodes are. */
  isEmpty(): boolean;
  entries(visit: (key: string, below: Source) => void): void;
  skip(): void;
}

interface Node {
  readonly set: FieldSet | undefined;
  readonly member: boolean;
}

/** A node without any recognised entry has no set: it is a mere member of its parent. */
const mereMember: Node = { set: undefined, member: true };

function readNode(source: Source, elements: ElementTable): Node {
  if (source.isEmpty()) return mereMember;
  let builder: SetBuilder | undefined;
  let member = false;
  source.entries((key, below) => {
    if (key === ".") {
      member = true;
      below.skip();
      return;
    }
    const element = elements.get(key) ?? readElement(key, elements);
    if (element === undefined) {
      below.skip();
      return;
    }
    builder ??= new SetBuilder();
    const node = readNode(below, elements);
    if (node.member) builder.member(element);
    if (node.set !== undefined) builder.child(element, node.set);
  });
  return builder === undefined ? mereMember : { set: builder.build(), member };
}

/** Undefined: a kind of element that this version doesn't know. */
function readElement(text: string, elements: ElementTable): PathElement | undefined {
  const { element, problem } = elementFromText(text);
  if (problem !== undefined) throw new JsonError(problem);
  if (element !== undefined) elements.set(text, element);
  return element;
}

function textSource(reader: JsonReader): Source {
  const source: Source = {
    isEmpty: () => reader.emptyObject(),
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
    isEmpty: () => value instanceof Map && value.size === 0 && depth <= maxDepth,
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
function printEntries({ members, children }: FieldSet): string {
  let text = "";
  let i = 0;
  for (const { element, set } of children) {
    let order = 1;
    for (; i < members.length; i++) {
      const member = members[i] as PathElement;
      order = comparePathElements(element, member);
      if (order <= 0) break;
      text += printEntry(text, member, "");
    }
    const both = i < members.length && order === 0;
    if (both) i++;
    text += printEntry(text, element, `${both ? '".":{},' : ""}${printEntries(set)}`);
  }
  for (; i < members.length; i++) text += printEntry(text, members[i] as PathElement, "");
  return text;
}

function printEntry(before: string, element: PathElement, content: string): string {
  return `${before === "" ? "" : ","}${printKey(element)}:{${content}}`;
}

/** Memoised: sets that were read share their elements, and most are written as they were read. */
function printKey(element: PathElement): string {
  const known = printed.get(element);
  if (known !== undefined) return known;
  const text = printJsonString(elementText(element), false);
  printed.set(element, text);
  return text;
}

const printed = new WeakMap<PathElement, string>();
