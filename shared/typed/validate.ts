/**
 * Whether a value fits its type, as the API server checks an applied object before the merge.
 * Invariant: a value without problems can be given to every other function of this room; null fits every type.
 * Counterpart in Go: typed `validatingObjectWalker` (validate.go).
 */
import { type FieldPath, field, type PathElement } from "../fieldpath/pathElement.ts";
import { printElement } from "../fieldpath/printPath.ts";
import { maxDepth, type Value, type ValueList, type ValueMap } from "../fieldpath/value.ts";
import type { Atom, ListType, MapType, Schema, SchemaType, TypeRef } from "../schema/model.ts";
import { keyType, resolveRef, type Shape, shapeOf } from "../schema/resolve.ts";
import { isProblem, itemElements } from "./listItem.ts";
import type { Problem } from "./problem.ts";

export interface ValidateOptions {
  /** Accept items of one set value or of equal merge keys: live objects may hold such, applied ones may not. */
  readonly allowDuplicates: boolean;
}

/** One place where a value does not fit. */
export interface Misfit extends Problem {
  readonly kind: "undeclared" | "wrongType" | "duplicate" | "noElement" | "tooDeep" | "schema";
  /** Of a list that is itself at `path`: the item, and how many equal ones stand before it. */
  readonly item?: { readonly element: PathElement; readonly equalBefore: number };
}

/** Every problem of the value. Within one map the walk stops at the first undeclared key, as the server's does, and in a list at the first item without element. */
export function validate(value: Value, type: SchemaType, { allowDuplicates }: ValidateOptions): readonly Problem[] {
  const problems: Problem[] = [];
  const report = ({ path, message }: Misfit): void => void problems.push({ path, message });
  new Validation(type.schema, allowDuplicates, false, report).value(value, type.type, []);
  return problems;
}

/** Every place where an applied value does not fit, also those that the server does not get to. */
export function misfits(value: Value, type: SchemaType): readonly Misfit[] {
  const found: Misfit[] = [];
  new Validation(type.schema, false, true, (misfit) => void found.push(misfit)).value(value, type.type, []);
  return found;
}

class Validation {
  readonly #schema: Schema;
  readonly #allowDuplicates: boolean;
  readonly #goesOn: boolean;
  readonly #report: (misfit: Misfit) => void;

  constructor(schema: Schema, allowDuplicates: boolean, goesOn: boolean, report: (misfit: Misfit) => void) {
    this.#schema = schema;
    this.#allowDuplicates = allowDuplicates;
    this.#goesOn = goesOn;
    this.#report = report;
  }

  value(value: Value, ref: TypeRef, path: FieldPath): void {
    const atom = resolveRef(this.#schema, ref);
    const shape = atom && shapeOf(atom, value);
    if (path.length > maxDepth) this.#found("tooDeep", path, `nested deeper than ${maxDepth} levels`);
    else if (atom === undefined) this.#found("schema", path, `schema error: no type found matching: ${ref.named ?? "inlined"}`);
    else if (shape === undefined) this.#found("schema", path, `schema error: invalid atom: ${ref.named ?? "inlined"}`);
    else if (value !== null) this.#shape(value, shape, path);
  }

  #shape(value: Value, shape: Shape, path: FieldPath): void {
    switch (shape.kind) {
      case "scalar":
        if (!fitsScalar(shape.scalar, value))
          this.#found("wrongType", path, `expected ${scalarNames[shape.scalar]}, got ${kindName(value)}`);
        return;
      case "list":
        if (Array.isArray(value)) this.#list(value, shape.list, path);
        else this.#found("wrongType", path, `expected list, got ${kindName(value)}`);
        return;
      case "map":
        if (value instanceof Map) this.#map(value, shape.map, path);
        else this.#found("wrongType", path, `expected map, got ${kindName(value)}`);
    }
  }

  #map(value: ValueMap, map: MapType, path: FieldPath): void {
    for (const [key, child] of value) {
      const childPath = [...path, field(key)];
      const type = keyType(map, key);
      if (type === undefined) {
        this.#found("undeclared", childPath, "field not declared in schema");
        if (this.#goesOn) continue;
        return;
      }
      this.value(child, type, childPath);
    }
  }

  #list(value: ValueList, list: ListType, path: FieldPath): void {
    const seen = new Map<string, number>();
    const elements = list.relationship === "associative" ? itemElements(value, list, this.#schema) : [];
    for (const [index, item] of value.entries()) {
      let element: PathElement = { kind: "index", index };
      const answer = elements[index];
      if (answer !== undefined) {
        if (isProblem(answer)) {
          this.#report({ kind: "noElement", path, message: `element ${index}: ${answer.problem}`, item: { element, equalBefore: 0 } });
          if (this.#goesOn) continue;
          return;
        }
        element = answer.element;
        const equalBefore = seen.get(answer.id) ?? 0;
        if (equalBefore > 0 && !this.#allowDuplicates) {
          const message = `duplicate entries for key ${printElement(element)}`;
          this.#report({ kind: "duplicate", path, message, item: { element, equalBefore } });
        }
        seen.set(answer.id, equalBefore + 1);
      }
      this.value(item, list.element, [...path, element]);
    }
  }

  #found(kind: Misfit["kind"], path: FieldPath, message: string): void {
    this.#report({ kind, path, message });
  }
}

/** An untyped scalar takes any scalar, but no map or list. */
function fitsScalar(scalar: NonNullable<Atom["scalar"]>, value: Value): boolean {
  if (value === null) return true;
  if (scalar === "untyped") return typeof value !== "object";
  if (scalar === "numeric") return typeof value === "number" || typeof value === "bigint";
  return typeof value === scalar;
}

const scalarNames = { numeric: "numeric (int or float)", string: "string", boolean: "boolean", untyped: "any scalar" } as const;

function kindName(value: Value): string {
  if (value instanceof Map) return "map";
  if (Array.isArray(value)) return "list";
  return typeof value === "bigint" ? "number" : typeof value;
}
