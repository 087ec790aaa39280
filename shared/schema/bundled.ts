/**
 * The schemas of Kubernetes' built-in kinds, for when no cluster is asked.
 * Invariant: loading costs nothing but the JSON; a kind and what it refers to is decoded when it is first asked for.
 * No counterpart in Go: the API server has its types compiled in.
 */
import data from "./bundled.json" with { type: "json" };
import { type Bundle, decodeAtom, type EncodedAtom } from "./bundleFormat.ts";
import { commonTypes } from "./deduced.ts";
import type { Atom, SchemaType, TypeRef } from "./model.ts";

export interface BundledKind {
  readonly type: SchemaType;
  readonly namespaced: boolean;
  /** Path of the resource, for example "deployments". */
  readonly resource: string;
  readonly subresources: readonly string[];
}

const bundle = data as unknown as Bundle;

/** The version of Kubernetes that the schemas are of, for example "1.37". */
export const bundledVersion: string = bundle.version;

/** A built-in kind; undefined for all others and for versions that are no longer served. */
export function bundledKind(apiVersion: string, kind: string): BundledKind | undefined {
  const key = `${apiVersion} ${kind}`;
  const known = decodedKinds.get(key);
  if (known !== undefined) return known;
  const entry = ownEntry(ownEntry(bundle.kinds, apiVersion) ?? {}, kind);
  if (entry === undefined) return undefined;
  const [index, resource, namespaced, subresources] = entry;
  const type = { schema: { types: decodedTypes }, type: decodeWithReferences(index) };
  const decoded = { type, namespaced: namespaced === 1, resource, subresources };
  decodedKinds.set(key, decoded);
  return decoded;
}

/** A type that the bundled schemas define by this name. */
export function bundledType(name: string): SchemaType | undefined {
  const index = indexByName().get(name);
  return index === undefined ? undefined : { schema: { types: decodedTypes }, type: decodeWithReferences(index) };
}

/** Every built-in kind as apiVersion and kind. */
export function bundledKinds(): readonly { readonly apiVersion: string; readonly kind: string }[] {
  return Object.entries(bundle.kinds).flatMap(([apiVersion, kinds]) => Object.keys(kinds).map((kind) => ({ apiVersion, kind })));
}

/** What has been decoded of the bundle so far: a constant, computed in parts. */
const decodedKinds = new Map<string, BundledKind>();
const decodedTypes = new Map<string, Atom>(commonTypes);

/** Decodes a type and everything that it refers to, each once. */
function decodeWithReferences(index: number): TypeRef {
  const indexes = indexByName();
  const pending = [index];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const name = bundle.names[at] as string;
    if (decodedTypes.has(name)) continue;
    const atom = decodeAtom(bundle.types[at] as EncodedAtom, bundle.names);
    decodedTypes.set(name, atom);
    for (const referred of namesIn(atom)) if (!decodedTypes.has(referred)) pending.push(indexes.get(referred) as number);
  }
  return { named: bundle.names[index] as string };
}

let memo: ReadonlyMap<string, number> | undefined;

function indexByName(): ReadonlyMap<string, number> {
  memo ??= new Map(bundle.names.map((name, index) => [name, index]));
  return memo;
}

function* namesIn({ list, map }: Atom): Generator<string, void, undefined> {
  if (list !== undefined) yield* namesOf(list.element);
  if (map?.element !== undefined) yield* namesOf(map.element);
  for (const { type } of map?.fields.values() ?? []) yield* namesOf(type);
}

function* namesOf(ref: TypeRef): Generator<string, void, undefined> {
  if (ref.named !== undefined) yield ref.named;
  else if (ref.inlined !== undefined) yield* namesIn(ref.inlined);
}

/** JSON objects inherit; only their own entries count. */
function ownEntry<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
