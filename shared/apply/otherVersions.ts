/**
 * Owners recorded at another version of the kind. The API server converts the object to judge them; we cannot convert.
 *
 * Invariant: a field is taken to be the same at both versions where both schemas name and merge it alike and, if the live object was
 * read at both, it has one value in both. An owner is judged if all that it owns, or all that the write touches, are such fields: then
 * no field of the one can be a renamed field of the other. Everything else is left to the server.
 * Counterpart in Go: managedfields/internal versionconverter.go, which converts where we compare.
 */
import { equalValues } from "../fieldpath/compare.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { type FieldSet, isEmpty, pathsOf } from "../fieldpath/set.ts";
import { isList, isMap, type Value, valueAt } from "../fieldpath/value.ts";
import type { Atom, SchemaType } from "../schema/model.ts";
import { resolve } from "../schema/resolve.ts";
import { typeBelow, valueAtPath } from "../typed/atPath.ts";
import { validate } from "../typed/validate.ts";
import type { Certainty, ManagedFieldsEntry } from "./model.ts";
import type { Filter } from "./updater.ts";

export interface OtherVersions {
  readonly live: Value;
  readonly config: Value;
  readonly builtIn: boolean;
  readonly type: SchemaType;
  readonly typeAt: (apiVersion: string) => SchemaType | undefined;
  /** The live object as served at other versions. */
  readonly liveAt: ReadonlyMap<string, Value> | undefined;
  readonly filter: Filter;
}

/** Whether an owner at another version can be judged about a write that touches these fields, and if not, why. */
export function certaintyAbout(entry: ManagedFieldsEntry, touched: FieldSet, versions: OtherVersions): Certainty {
  const { manager, apiVersion } = entry;
  const recorded = `${manager} was recorded at ${apiVersion}`;
  const type = versions.typeAt(apiVersion);
  if (type !== undefined && mayFailToConvert(versions, type, versions.liveAt?.get(apiVersion))) {
    return { kind: "serverDecides", reason: `${recorded}, which does not know all fields of the object` };
  }
  if (isEmpty(touched)) return { kind: "certain" };
  if (type === undefined) return { kind: "serverDecides", reason: `${recorded}, whose schema is not known` };
  const here: Rendering = { type: versions.type, object: versions.live };
  const there: Rendering = { type, object: versions.liveAt?.get(apiVersion) };
  const same = (set: FieldSet, whenAbsent: boolean): boolean =>
    [...pathsOf(set)].every((path) => isSameField(path, here, there, whenAbsent));
  // What is touched may not be there yet; an owned field that is nowhere may be made of anything.
  if (same(touched, true) || same(versions.filter(entry.fields), false)) return { kind: "certain" };
  return { kind: "serverDecides", reason: `${recorded}, which names some fields differently` };
}

/**
 * Without a webhook, custom resources are taken as they are, and the server fails on fields that the other version lacks. There is a
 * webhook where the object at the other version holds what it doesn't hold here.
 */
function mayFailToConvert({ live, config, builtIn }: OtherVersions, there: SchemaType, liveThere: Value | undefined): boolean {
  const fits = (object: Value): boolean => validate(object, there, { allowDuplicates: true }).length === 0;
  if (builtIn || (fits(live) && fits(config))) return false;
  const bodies = ["spec", "status"].map((name) => [valueAt(liveThere, name), valueAt(live, name)] as const);
  return bodies.every(([body, whole]) => body === undefined || isPartOf(body, whole));
}

function isPartOf(part: Value, whole: Value | undefined): boolean {
  if (whole === undefined) return false;
  if (!isMap(part) || !isMap(whole)) return equalValues(part, whole);
  return [...part].every(([key, value]) => isPartOf(value, whole.get(key)));
}

/** The object at one version; unknown where it was not read there. */
interface Rendering {
  readonly type: SchemaType;
  readonly object: Value | undefined;
}

function isSameField(path: FieldPath, here: Rendering, there: Rendering, whenAbsent: boolean): boolean {
  let [a, b]: [SchemaType | undefined, SchemaType | undefined] = [here.type, there.type];
  if (!isMergedAlike(resolve(a), resolve(b))) return false;
  for (const element of path) {
    [a, b] = [a && typeBelow(a, element), b && typeBelow(b, element)];
    if (a === undefined || b === undefined || !isMergedAlike(resolve(a), resolve(b))) return false;
  }
  if (there.object === undefined) return true;
  const [left, right] = [valueAtPath(here.object, path, here.type), valueAtPath(there.object, path, there.type)];
  if (left === undefined || right === undefined) return left === right && whenAbsent;
  return holdsFields(left, a) ? holdsFields(right, b) : equalValues(left, right);
}

function isMergedAlike(a: Atom | undefined, b: Atom | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    a.scalar === b.scalar &&
    a.map?.relationship === b.map?.relationship &&
    a.list?.relationship === b.list?.relationship &&
    a.list?.keys.join() === b.list?.keys.join()
  );
}

/** A container that is no leaf: its fields and items are paths of their own. */
function holdsFields(value: Value, type: SchemaType): boolean {
  const atom = resolve(type);
  return (isMap(value) && atom?.map?.relationship !== "atomic") || (isList(value) && atom?.list?.relationship === "associative");
}
