import fc from "fast-check";
import { expect, test } from "vitest";
import { equalValues } from "../../../shared/fieldpath/compare.ts";
import { equalPaths, type FieldPath, field, isAtOrBelow } from "../../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../../shared/fieldpath/printPath.ts";
import type { Value } from "../../../shared/fieldpath/value.ts";
import { dropFields } from "../../../shared/manifest/dropFields.ts";
import { locate } from "../../../shared/manifest/locate.ts";
import type { Range } from "../../../shared/manifest/model.ts";
import { pathAt } from "../../../shared/manifest/pathAt.ts";
import { deducedType } from "../../../shared/schema/deduced.ts";
import { randomStyle, randomTree, writeManifest } from "./randomManifest.ts";
import { objectIn, withEdits } from "./support.ts";

const runs = { numRuns: 1500 };

/** All paths below a value, items of lists by index. */
function pathsBelow(value: Value, at: FieldPath): FieldPath[] {
  if (value instanceof Map) return [...value].flatMap(([name, item]) => withBelow(item as Value, [...at, field(name)]));
  if (Array.isArray(value)) return value.flatMap((item, index) => withBelow(item, [...at, { kind: "index", index }]));
  return [];
}

function withBelow(value: Value, path: FieldPath): FieldPath[] {
  return [path, ...pathsBelow(value, path)];
}

/** The value without the fields at these paths and without the parents that this empties; undefined where nothing is left. */
function without(value: Value, at: FieldPath, dropped: readonly FieldPath[]): Value | undefined {
  if (dropped.some((path) => equalPaths(path, at))) return undefined;
  if (!dropped.some((path) => isAtOrBelow(path, at))) return value;
  if (value instanceof Map) {
    const kept = [...value].flatMap(([name, item]): [string, Value][] => {
      const rest = without(item as Value, [...at, field(name)], dropped);
      return rest === undefined ? [] : [[name, rest]];
    });
    return kept.length === 0 ? undefined : new Map(kept);
  }
  const list = value as readonly Value[];
  const items: Value[] = [];
  for (const [index, item] of list.entries()) {
    const rest = without(item, [...at, { kind: "index", index }], dropped);
    if (rest !== undefined) items.push(rest);
  }
  return items.length === 0 ? undefined : items;
}

test("what is left parses and is the value without the dropped fields", () => {
  fc.assert(
    fc.property(randomTree, randomStyle, fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), (spec, style, choices) => {
      const { text, comments } = writeManifest(spec, style);
      const object = objectIn(text);
      const all = withBelow(spec, [field("spec")]);
      const dropped = choices.map((choice) => all[choice % all.length] as FieldPath);
      const { edits, refused } = dropFields(object, dropped, deducedType);
      expect(refused).toEqual([]);
      const after = withEdits(text, edits);
      const value = objectIn(after).value;
      const wanted = without(object.value, [], dropped) as Value;
      if (!equalValues(value, wanted)) expect(after).toBe(`${text}\n without ${dropped.map(printPath).join(" ")}`);
      // Blank lines stay, so that one can come to be the last.
      if (!/\n\r?\n/.test(text)) expect(after.endsWith("\n")).toBe(text.endsWith("\n"));
      // Lines that no edit touches are there as they were, in order; a comment only goes with the lines of a dropped field.
      const lines = after.split("\n");
      let line = 0;
      for (const kept of untouchedLines(text, edits)) {
        line = lines.indexOf(kept, line) + 1;
        expect(line, `${JSON.stringify(kept)} in\n${after}`).toBeGreaterThan(0);
      }
      const gone = gonePaths(object.value, [], dropped).flatMap((path) => locate(object, path, deducedType).map((place) => place.entry));
      for (const comment of comments.filter((comment) => !hasLine(after, comment))) {
        const offset = text.split("\n").findIndex((line) => line.trim() === comment);
        const start = text.split("\n").slice(0, offset).join("\n").length + 1;
        expect(
          gone.some((entry) => entry.start < start && (start < entry.end || isTail(text, entry, start))),
          `${comment} in\n${text}`,
        ).toBe(true);
      }
    }),
    runs,
  );
});

/** The topmost fields that are gone. */
function gonePaths(value: Value, at: FieldPath, dropped: readonly FieldPath[]): FieldPath[] {
  if (without(value, at, dropped) === undefined) return [at];
  if (value instanceof Map) return [...value].flatMap(([name, item]) => gonePaths(item as Value, [...at, field(name)], dropped));
  if (Array.isArray(value)) return value.flatMap((item, index) => gonePaths(item, [...at, { kind: "index", index }], dropped));
  return [];
}

function hasLine(text: string, content: string): boolean {
  return text.split("\n").some((line) => line.trim() === content);
}

/** Whether a comment line stands right behind an entry and is indented deeper than it. */
function isTail(text: string, entry: Range, lineStart: number): boolean {
  const between = text.slice(entry.end, lineStart).replace(/^.*/, "");
  const column = entry.start - (text.lastIndexOf("\n", entry.start - 1) + 1);
  const isBlank = between.split("\n").every((line) => /^\s*(?:#.*)?$/.test(line));
  return isBlank && text.slice(lineStart).search(/\S/) > column;
}

function untouchedLines(text: string, edits: readonly { readonly range: { readonly start: number; readonly end: number } }[]): string[] {
  const kept: string[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const end = start + line.length;
    if (!edits.some(({ range }) => range.start <= end && range.end > start)) kept.push(line);
    start = end + 1;
  }
  return kept;
}

test("the place of a path leads back to the path", () => {
  fc.assert(
    fc.property(randomTree, randomStyle, (spec, style) => {
      const { text } = writeManifest(spec, style);
      const object = objectIn(text);
      expect(equalValues(object.value, objectIn(writeManifest(spec, [11]).text).value)).toBe(true);
      for (const path of withBelow(spec, [field("spec")])) {
        const places = locate(object, path, deducedType);
        expect(places).toHaveLength(1);
        for (const { key, entry } of places) {
          const hit = pathAt(object, key?.start ?? entry.start, deducedType);
          const isItem = key === undefined;
          // An item without a dash of its own starts where its first field does.
          expect(hit !== undefined && (isItem ? isAtOrBelow(hit.path, path) : equalPaths(hit.path, path)), printPath(path)).toBe(true);
        }
      }
    }),
    runs,
  );
});
