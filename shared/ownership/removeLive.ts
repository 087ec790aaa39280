/**
 * Taking fields out of a live object, as a JSON patch.
 * Invariant: goes through only while they stand where they were seen, with the values that were seen; a hidden value is not in it, then
 * the whole object must be as it was.
 */
import { equalValues } from "../fieldpath/compare.ts";
import { printJson } from "../fieldpath/json.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { comparePathElements } from "../fieldpath/pathElement.ts";
import { isList, stringAt, type Value, valueAt } from "../fieldpath/value.ts";
import { resolve } from "../schema/resolve.ts";
import { typeAtPath, valueAtPath } from "../typed/atPath.ts";
import { isProblem, itemElements } from "../typed/listItem.ts";
import type { LiveTarget } from "./kubectl.ts";
import type { Snapshot } from "./snapshot.ts";

/** The patch that removes them; undefined where one of them cannot be found. */
export function removalPatch({ object, kind }: Snapshot, { live }: LiveTarget, paths: readonly FieldPath[]): string | undefined {
  const places = paths.map((path) => placeOf(live.object, path, kind.type));
  if (places.length === 0 || !places.every((place) => place !== undefined)) return undefined;
  const version = stringAt(live.object, "metadata", "resourceVersion");
  if (version === undefined) return undefined;
  const tests =
    object.kind === "Secret"
      ? [operation("test", ["metadata", "resourceVersion"], version)]
      : places.flatMap(({ tests: keys, steps, value }) => [...keys, operation("test", steps, value)]);
  // From the end of a list to its start: what comes before an item keeps its place.
  const removals = [...places].sort((a, b) => compareSteps(b.steps, a.steps)).map(({ steps }) => operation("remove", steps));
  return printJson([...tests, ...removals]);
}

interface Place {
  readonly steps: readonly (string | number)[];
  readonly value: Value;
  /** That the items on the way are the ones that are meant. */
  readonly tests: readonly Value[];
}

function placeOf(root: Value, path: FieldPath, type: Snapshot["kind"]["type"]): Place | undefined {
  const steps: (string | number)[] = [];
  const tests: Value[] = [];
  for (const [depth, element] of path.entries()) {
    if (element.kind === "field") {
      steps.push(element.name);
      continue;
    }
    const at = path.slice(0, depth);
    const list = valueAtPath(root, at, type);
    const index = isList(list) ? indexIn(list, element, typeAtPath(type, at)) : -1;
    if (index < 0 || !isList(list)) return undefined;
    steps.push(index);
    if (element.kind !== "key" || depth === path.length - 1) continue;
    for (const { name } of element.keys) {
      const value = valueAt(list[index], name);
      if (value !== undefined) tests.push(operation("test", [...steps, name], value));
    }
  }
  const value = valueAtPath(root, path, type);
  return value === undefined ? undefined : { steps, value, tests };
}

function indexIn(list: readonly Value[], element: FieldPath[number], type: Snapshot["kind"]["type"] | undefined): number {
  if (element.kind === "index") return element.index < list.length ? Number(element.index) : -1;
  if (element.kind === "value") return list.findIndex((item) => equalValues(item, element.value));
  const listType = type && resolve(type)?.list;
  if (type === undefined || listType === undefined) return -1;
  return itemElements(list, listType, type.schema).findIndex(
    (answer) => !isProblem(answer) && comparePathElements(answer.element, element) === 0,
  );
}

function operation(op: string, steps: readonly (string | number)[], value?: Value): Value {
  const path = steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return new Map<string, Value>([["op", op], ["path", path], ...(value === undefined ? [] : [["value", value] as const])]);
}

function compareSteps(a: Place["steps"], b: Place["steps"]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [one, other] = [a[at], b[at]];
    if (typeof one === "number" && typeof other === "number" && one !== other) return one - other;
    if (one !== other) return String(one) < String(other) ? -1 : 1;
  }
  return a.length - b.length;
}
