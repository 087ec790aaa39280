/**
 * Whether two values mean the same though they are written otherwise: amounts, durations, numbers and texts, base64, and what the server's
 * defaults fill in. The API server decides conflicts by what is written. Invariant: in doubt they are not the same.
 */
import { sameAmount } from "../apply/quantity.ts";
import { equalValues } from "../fieldpath/compare.ts";
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { isList, isMap, type Value } from "../fieldpath/value.ts";
import { isBase64 } from "../schema/base64Fields.ts";
import { bundledKind } from "../schema/bundled.ts";
import type { SchemaType } from "../schema/model.ts";
import { elementType, fieldType, resolve } from "../schema/resolve.ts";
import { typeAtPath } from "../typed/atPath.ts";
import { type DefaultsOf, withDefaults } from "./defaults.ts";
import * as words from "./words/spellings.ts";

/** What they differ in. */
export type Cause = keyof typeof words.ofScalar;

/** Why two values at a path differ that mean the same; undefined where they are equal, or mean something else. */
export function spellingOf(of: DefaultsOf, path: FieldPath, live: Value, sent: Value): readonly Cause[] | undefined {
  const type = typeAtPath(of.kind.type, path);
  if (type === undefined || of.kind.schemaSource === "deduced" || equalValues(live, sent)) return undefined;
  const custom = bundledKind(of.object.apiVersion, of.object.kind) === undefined;
  const bytes = isBytesAt(of, path);
  const found = causes(live, sent, type, { custom, bytes });
  if (found !== undefined || (!isMap(sent) && !isList(sent))) return found;
  const filled = causes(live, withDefaults(of, path, sent).value, type, { custom, bytes });
  return filled && ["defaults", ...filled];
}

/** The cause in words, to stand behind the values or, of a list or map, for them. */
export function spellingText(live: Value, found: readonly Cause[]): string {
  const [first = "defaults"] = found;
  return isList(live) || isMap(live) ? words.ofWhole(found) : words.ofScalar[first];
}

/** Of two scalars of any kind: why they differ for the API server. */
export function scalarSpelling(live: Value | undefined, sent: Value | undefined, type: SchemaType | undefined): Cause | undefined {
  if (live === undefined || sent === undefined || isList(live) || isList(sent) || isMap(live) || isMap(sent)) return undefined;
  if (type === undefined || resolve(type)?.scalar !== "untyped" || equalValues(live, sent)) return undefined;
  if (String(live) === String(sent)) return "numberOrText";
  return sameAmount(String(live), String(sent)) ? "amount" : undefined;
}

interface Place {
  /** Not of a kind of Kubernetes' own, of which none is known to hold durations. */
  readonly custom: boolean;
  readonly bytes: boolean;
}

/** Each once; undefined where they mean something else. */
function causes(live: Value, sent: Value, type: SchemaType, place: Place): readonly Cause[] | undefined {
  const found = new Set<Cause>();
  return isSame(live, sent, type, place, found) ? [...found] : undefined;
}

function isSame(live: Value, sent: Value, type: SchemaType, place: Place, found: Set<Cause>): boolean {
  if (equalValues(live, sent)) return true;
  if (isList(live) && isList(sent)) {
    const element = elementType(type);
    if (element === undefined || live.length !== sent.length) return false;
    return live.every((item, index) => isSame(item, sent[index] as Value, element, place, found));
  }
  if (isMap(live) && isMap(sent)) {
    return (
      live.size === sent.size &&
      [...live].every(([key, value]) => {
        const [own, below] = [sent.get(key), fieldType(type, key)];
        const bytes = place.bytes || isBase64(type.type.named, key);
        return own !== undefined && below !== undefined && isSame(value, own, below, { ...place, bytes }, found);
      })
    );
  }
  const cause = scalarSpelling(live, sent, type) ?? textSpelling(live, sent, place);
  if (cause !== undefined) found.add(cause);
  return cause !== undefined;
}

function textSpelling(live: Value, sent: Value, { custom, bytes }: Place): Cause | undefined {
  if (typeof live !== "string" || typeof sent !== "string") return undefined;
  if (bytes && live.replace(lineBreaks, "") === sent.replace(lineBreaks, "")) return "bytes";
  const [a, b] = custom ? [nanoseconds(live), nanoseconds(sent)] : [undefined, undefined];
  return a !== undefined && a === b ? "duration" : undefined;
}

const lineBreaks = /[\r\n]/g;

/** Whether the field, or the map that it is a key of, holds bytes. */
function isBytesAt({ kind }: DefaultsOf, path: FieldPath): boolean {
  return [1, 2].some((up) => {
    const last = path[path.length - up];
    return last?.kind === "field" && isBase64(typeAtPath(kind.type, path.slice(0, path.length - up))?.type.named, last.name);
  });
}

/** A duration as Go's time package reads it: "1h30m"; undefined for what is none. */
function nanoseconds(text: string): bigint | undefined {
  const match = /^([+-]?)((?:(?:\d{1,18}\.?\d{0,9}|\.\d{1,9})(?:ns|us|µs|ms|s|m|h))+)$/.exec(text);
  if (match === null) return undefined;
  let sum = 0n;
  for (const [, whole = "", fraction = "", unit = ""] of (match[2] ?? "").matchAll(/(\d*)\.?(\d*)(ns|us|µs|ms|s|m|h)/g)) {
    sum += (BigInt(`${whole}${fraction}` || "0") * (units[unit] ?? 0n)) / 10n ** BigInt(fraction.length);
  }
  return match[1] === "-" ? -sum : sum;
}

const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
