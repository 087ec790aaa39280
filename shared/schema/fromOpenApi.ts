/**
 * OpenAPI v3 to schema, as the API server converts the definitions it publishes.
 *
 * Invariant: every definition becomes a named type, plus the two common ones; what the server would refuse is a problem, with the
 * definition and the place in it, and the nearest harmless type.
 * Counterpart in Go: kube-openapi schemaconv `ToSchemaFromOpenAPI`.
 */
import { isList, isMap, stringAt, type Value, valueAt } from "../fieldpath/value.ts";
import { commonTypes, deducedRef, untypedRef } from "./deduced.ts";
import { frozenRules } from "./frozenRules.ts";
import { type ReportAt, reportMalformed } from "./malformedKeywords.ts";
import type { Atom, ListType, MapType, Schema, SchemaType, StructField, TypeRef } from "./model.ts";
import { referredName } from "./reference.ts";
import { listRelationship, mapRelationship } from "./relationships.ts";

export interface OpenApiSchema {
  readonly schema: Schema;
  /** The type of each kind that the document names by group, version and kind; keys as `kindKey` makes them. */
  readonly kinds: ReadonlyMap<string, SchemaType>;
  /** With any of these the server has no schema at all for the kinds concerned and deduces their types. */
  readonly problems: readonly string[];
}

/** Converts a whole document as `/openapi/v3/apis/…` serves it. */
export function schemaFromOpenApi(document: Value): OpenApiSchema {
  return schemaFromDefinitions(valueAt(document, "components", "schemas") ?? null, false);
}

/** Converts the definitions alone; `preserveUnknown` makes every object keep keys that it doesn't declare. */
export function schemaFromDefinitions(definitions: Value, preserveUnknown: boolean): OpenApiSchema {
  const types = new Map<string, Atom>();
  const schema: Schema = { types };
  const kinds = new Map<string, SchemaType>();
  const problems: string[] = [];
  for (const [name, definition] of isMap(definitions) ? definitions : []) {
    const report: ReportAt = (steps, message) => problems.push(`${placeText([name, ...steps])}: ${message}`);
    const malformed = reportMalformed(definition, report);
    if (isReference(definition)) continue;
    types.set(name, malformed ? { scalar: "untyped" } : (wellKnown.get(name) ?? new Converter(report).atom(definition, preserveUnknown)));
    for (const kind of kindsOf(definition)) kinds.set(kind, { schema, type: { named: name, ...frozenRules(definition) } });
  }
  for (const [name, atom] of commonTypes) types.set(name, atom);
  return { schema, kinds, problems };
}

/** The key under which a kind is found in `OpenApiSchema.kinds`. */
export function kindKey(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}

/** Types that their own definition doesn't describe: a quantity may be a number, raw content is one leaf. */
const wellKnown: ReadonlyMap<string, Atom> = new Map([
  ["io.k8s.apimachinery.pkg.api.resource.Quantity", { scalar: "untyped" }],
  ["io.k8s.apimachinery.pkg.runtime.RawExtension", commonTypes.get(untypedRef.named as string) as Atom],
]);

/** Converts a definition whose keywords are well formed. */
class Converter {
  readonly #reportAt: ReportAt;
  /** The way from the definition to the schema that is being converted. */
  readonly #steps: string[] = [];

  constructor(reportAt: ReportAt) {
    this.#reportAt = reportAt;
  }

  /** `preserve` reaches everything written inline below, but not what is referred to. */
  atom(definition: Value, preserve: boolean): Atom {
    const keep = preserve || valueAt(definition, "x-kubernetes-preserve-unknown-fields") === true;
    const type = typeName(definition);
    switch (type) {
      case undefined:
        return { scalar: "untyped", list: this.#list(definition, keep, false), map: this.#map(definition, keep) };
      case "object":
        return { map: this.#map(definition, keep) };
      case "array":
        return { list: this.#list(definition, keep, true) };
      case "integer":
      case "number":
        return { scalar: "numeric" };
      case "boolean":
        return { scalar: "boolean" };
      case "string":
        return { scalar: isPlainText(stringAt(definition, "format")) ? "string" : "untyped" };
      default:
        this.#report(`unrecognized type ${JSON.stringify(type)}`);
        return { scalar: "untyped" };
    }
  }

  #refAt(step: string, definition: Value, preserve: boolean): TypeRef {
    this.#steps.push(step);
    const ref = this.#ref(definition, preserve);
    this.#steps.pop();
    return ref;
  }

  #ref(definition: Value, preserve: boolean): TypeRef {
    const named = referredType(definition);
    const more = { ...(valueAt(definition, "nullable") === true && { nullable: true }), ...frozenRules(definition) };
    if (named === undefined) return { inlined: this.atom(definition, preserve), ...more };
    const relationship = mapRelationship(definition, this.#report);
    return { named, ...(relationship !== undefined && { relationship }), ...more };
  }

  #map(definition: Value, preserve: boolean): MapType {
    const fields = new Map<string, StructField>();
    const properties = valueAt(definition, "properties") ?? null;
    const names = valueAt(definition, "required");
    const required: ReadonlySet<Value> = new Set(isList(names) ? names : []);
    for (const [name, property] of isMap(properties) ? properties : []) {
      const fallback = valueAt(property, "default");
      const known = fallback !== undefined && fallback !== null;
      const type = this.#refAt(`properties.${name}`, property, preserve);
      fields.set(name, { name, type, ...(known && { default: fallback }), ...(required.has(name) && { required: true }) });
    }
    const element = this.#otherKeys(definition, preserve || fields.size === 0, preserve);
    return { fields, ...(element !== undefined && { element }), relationship: mapRelationship(definition, this.#report) ?? "separable" };
  }

  #otherKeys(definition: Value, open: boolean, preserve: boolean): TypeRef | undefined {
    const additional = valueAt(definition, "additionalProperties");
    if (isMap(additional)) return this.#refAt("additionalProperties", additional, preserve);
    if (typeof additional === "boolean") return additional ? deducedRef : undefined;
    return open ? deducedRef : undefined;
  }

  #list(definition: Value, preserve: boolean, itemsRequired: boolean): ListType {
    return { element: this.#items(definition, preserve, itemsRequired), ...listRelationship(definition, this.#report) };
  }

  #items(definition: Value, preserve: boolean, required: boolean): TypeRef {
    const items = valueAt(definition, "items") ?? null;
    if (isMap(items)) return this.#refAt("items", items, preserve);
    if (items !== null) this.#report("arrays must have exactly one type of item");
    else if (required) this.#report("`items` must be specified on arrays");
    return items === null ? untypedRef : deducedRef;
  }

  readonly #report = (message: string): void => {
    this.#reportAt(this.#steps, message);
  };
}

/** Long ways are shown by their ends. */
function placeText(steps: readonly string[]): string {
  return (steps.length > 9 ? [...steps.slice(0, 5), "…", ...steps.slice(-2)] : steps).join(".");
}

function typeName(definition: Value): string | undefined {
  const type = valueAt(definition, "type");
  const first = isList(type) ? type[0] : type;
  return typeof first === "string" && first !== "" ? first : undefined;
}

function isReference(definition: Value): boolean {
  return (stringAt(definition, "$ref") ?? "") !== "";
}

/** The name in a `$ref`, which may also stand in an `allOf` of its own. */
function referredType(definition: Value): string | undefined {
  const own = stringAt(definition, "$ref") ?? "";
  const allOf = valueAt(definition, "allOf");
  const alone = isList(allOf) && allOf.length === 1 ? stringAt(allOf[0], "$ref") : undefined;
  return referredName(own || (alone ?? ""));
}

/** Strings of other formats, such as times, may be written differently than they are stored. */
function isPlainText(format: string | undefined): boolean {
  return format === undefined || format === "" || format === "byte";
}

function* kindsOf(definition: Value): Generator<string, void, undefined> {
  const kinds = valueAt(definition, "x-kubernetes-group-version-kind");
  for (const entry of isList(kinds) ? kinds : []) {
    const group = stringAt(entry, "group") ?? "";
    const version = stringAt(entry, "version") ?? "";
    yield kindKey(group === "" ? version : `${group}/${version}`, stringAt(entry, "kind") ?? "");
  }
}
