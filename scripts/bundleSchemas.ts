/**
 * Makes shared/schema/bundled.json, the compact schemas of all built-in kinds, from the OpenAPI documents that a kube-apiserver of
 * one version served (test/conformance/data/openapi).
 * Invariant: the same documents give the same bytes; only types that a kind needs are kept.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseJson } from "../shared/fieldpath/json.ts";
import { isMap, stringAt, type Value, type ValueMap, valueAt } from "../shared/fieldpath/value.ts";
import { type Bundle, type EncodedAtom, encodeAtom } from "../shared/schema/bundleFormat.ts";
import { kindKey, schemaFromOpenApi } from "../shared/schema/fromOpenApi.ts";
import type { Atom } from "../shared/schema/model.ts";

const version = "1.37";
const documents: string = join(import.meta.dirname, "../test/conformance/data/openapi", version);

/** Where the bundle is committed. */
export const bundlePath: string = join(import.meta.dirname, "../shared/schema/bundled.json");

/** The bundle's text. */
export function bundleSchemas(): string {
  const atoms = new Map<string, Atom>();
  const typeOfKind = new Map<string, string>();
  for (const file of readdirSync(documents).sort()) {
    if (file.startsWith("index.") || file.startsWith("resources.")) continue;
    const { schema, kinds, problems } = schemaFromOpenApi(readDocument(file));
    if (problems.length > 0) throw new Error(`${file}: ${problems.join("; ")}`);
    for (const [name, atom] of schema.types) atoms.set(name, atom);
    for (const [key, { type }] of kinds) typeOfKind.set(key, type.named as string);
  }
  return encode(atoms, typeOfKind, readDocument("resources.json.gz") as ValueMap);
}

function encode(atoms: ReadonlyMap<string, Atom>, typeOfKind: ReadonlyMap<string, string>, resources: ValueMap): string {
  const names: string[] = [];
  const types: EncodedAtom[] = [];
  const indexOf = (name: string): number => {
    const known = names.indexOf(name);
    if (known >= 0) return known;
    const index = names.push(name) - 1;
    types[index] = encodeAtom(atoms.get(name) as Atom, indexOf);
    return index;
  };
  const kinds: Record<string, Record<string, readonly [number, string, 0 | 1, readonly string[]]>> = {};
  for (const [apiVersion, ofVersion] of resources) {
    for (const [resource, entry] of isMap(ofVersion) ? ofVersion : []) {
      const kind = stringAt(entry, "kind") as string;
      const type = typeOfKind.get(kindKey(apiVersion, kind));
      if (type === undefined || valueAt(entry, "apply") !== true) continue;
      const subresources = (valueAt(entry, "subresources") ?? []) as readonly string[];
      kinds[apiVersion] ??= {};
      kinds[apiVersion][kind] = [indexOf(type), resource, valueAt(entry, "namespaced") === true ? 1 : 0, subresources];
    }
  }
  const bundle: Bundle = { version, kinds, names, types };
  return `${JSON.stringify(bundle)}\n`;
}

function readDocument(file: string): Value {
  const { value, problem } = parseJson(gunzipSync(readFileSync(join(documents, file))).toString("utf8"));
  if (problem !== undefined) throw new Error(`${file}: ${problem}`);
  return value;
}
