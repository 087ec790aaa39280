/**
 * The compact form in which the schemas of the built-in kinds travel with the product.
 * Invariant: `decodeAtom(encodeAtom(atom))` is the same atom. Types are numbers, and only a kind that is asked for is decoded.
 * No counterpart in Go: a format of our own.
 */
import { parseJson, printJson } from "../fieldpath/json.ts";
import type { Value } from "../fieldpath/value.ts";
import { deducedRef, untypedRef } from "./deduced.ts";
import type { Atom, MapType, StructField, TypeRef } from "./model.ts";

export interface Bundle {
  /** Kubernetes' minor version that the schemas were taken from. */
  readonly version: string;
  /** By apiVersion and kind: index of its type, name of its resource, 1 where namespaced, subresources. */
  readonly kinds: Readonly<Record<string, Readonly<Record<string, readonly [number, string, 0 | 1, readonly string[]]>>>>;
  readonly names: readonly string[];
  readonly types: readonly EncodedAtom[];
}

/** A number: the type of that index. A letter: a scalar, or one of the common types. Else an inline type, or a type with its relationship changed. */
export type EncodedRef = number | string | EncodedAtom | { readonly of: EncodedRef; readonly as: NonNullable<TypeRef["relationship"]> };

export type EncodedField = EncodedRef | readonly [EncodedRef, string, 1?];

export interface EncodedAtom {
  readonly s?: string;
  /** Element, and for a keyed list or set its keys. */
  readonly l?: readonly [EncodedRef] | readonly [EncodedRef, readonly string[]];
  /** Fields by name, with a default as JSON text where there is one ("" where not), and 1 where required. */
  readonly m?: Readonly<Record<string, EncodedField>>;
  readonly e?: EncodedRef;
  /** Set where the map is atomic. */
  readonly a?: 1;
}

/** Decodes one type; `names` are those of the bundle. */
export function decodeAtom(encoded: EncodedAtom, names: readonly string[]): Atom {
  const { s, l, m } = encoded;
  return {
    ...(s !== undefined && { scalar: scalars[s] as NonNullable<Atom["scalar"]> }),
    ...(l !== undefined && {
      list: { element: decodeRef(l[0], names), relationship: l[1] === undefined ? "atomic" : "associative", keys: l[1] ?? [] },
    }),
    ...(m !== undefined && { map: decodeMap(encoded, m, names) }),
  };
}

/** Encodes one type; `indexOf` gives the number of a named type. */
export function encodeAtom(atom: Atom, indexOf: (name: string) => number): EncodedAtom {
  const { scalar, list, map } = atom;
  const element = list && encodeRef(list.element, indexOf);
  return {
    ...(scalar !== undefined && { s: scalar.charAt(0) }),
    ...(list !== undefined && element !== undefined && { l: list.relationship === "atomic" ? [element] : [element, list.keys] }),
    ...(map !== undefined && {
      m: Object.fromEntries([...map.fields].map(([name, field]) => [name, encodeField(field, indexOf)])),
      ...(map.element !== undefined && { e: encodeRef(map.element, indexOf) }),
      ...(map.relationship === "atomic" && { a: 1 as const }),
    }),
  };
}

const scalars: Readonly<Record<string, NonNullable<Atom["scalar"]>>> = { n: "numeric", s: "string", b: "boolean", u: "untyped" };
const letters: ReadonlyMap<string, TypeRef> = new Map<string, TypeRef>([
  ...Object.entries(scalars).map(([letter, scalar]) => [letter, { inlined: { scalar } }] as [string, TypeRef]),
  ["d", deducedRef],
  ["a", untypedRef],
]);

function decodeMap(encoded: EncodedAtom, m: NonNullable<EncodedAtom["m"]>, names: readonly string[]): MapType {
  const fields = new Map<string, StructField>();
  for (const [name, entry] of Object.entries(m)) {
    const [ref, text, required] = Array.isArray(entry) ? entry : [entry, ""];
    const type = decodeRef(ref, names);
    fields.set(name, { name, type, ...(text !== "" && { default: defaultOf(text) }), ...(required === 1 && { required: true }) });
  }
  return {
    fields,
    ...(encoded.e !== undefined && { element: decodeRef(encoded.e, names) }),
    relationship: encoded.a === 1 ? "atomic" : "separable",
  };
}

function decodeRef(ref: EncodedRef, names: readonly string[]): TypeRef {
  if (typeof ref === "number") return { named: names[ref] as string };
  if (typeof ref === "string") return letters.get(ref) as TypeRef;
  return "of" in ref ? { ...decodeRef(ref.of, names), relationship: ref.as } : { inlined: decodeAtom(ref, names) };
}

function encodeRef(ref: TypeRef, indexOf: (name: string) => number): EncodedRef {
  if (ref.relationship !== undefined) {
    const { relationship, ...plain } = ref;
    return { of: encodeRef(plain, indexOf), as: relationship };
  }
  if (ref.named === deducedRef.named) return "d";
  if (ref.named === untypedRef.named) return "a";
  if (ref.named !== undefined) return indexOf(ref.named);
  const encoded = encodeAtom(ref.inlined ?? {}, indexOf);
  return encoded.s !== undefined && encoded.l === undefined && encoded.m === undefined ? encoded.s : encoded;
}

function encodeField(field: StructField, indexOf: (name: string) => number): EncodedField {
  const type = encodeRef(field.type, indexOf);
  const text = field.default === undefined ? "" : printJson(field.default);
  if (field.required === true) return [type, text, 1];
  return text === "" ? type : [type, text];
}

function defaultOf(text: string): Value {
  return parseJson(text).value;
}
