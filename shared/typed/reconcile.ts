/**
 * A recorded field set brought in line with the schema of today.
 * Invariant: where a container has become atomic, its owner owns it as a whole; a container that has become granular leaves
 * its owner the bare container. What the schema doesn't know, and content of deduced type, stays as it was recorded.
 * Counterpart in Go: typed `ReconcileFieldSetWithSchema`.
 */
import type { PathElement } from "../fieldpath/pathElement.ts";
import { childAt, type FieldSet, isEmpty } from "../fieldpath/set.ts";
import { SetBuilder } from "../fieldpath/setBuilder.ts";
import { deducedRef, deducedType } from "../schema/deduced.ts";
import type { Atom, MapType, Schema, SchemaType, TypeRef } from "../schema/model.ts";
import { keyType, resolveRef } from "../schema/resolve.ts";

/** The set to use; the same object where nothing changed. Problem: the schema refers to a type that it doesn't define. */
export function reconcile(set: FieldSet, { schema, type }: SchemaType): { readonly set: FieldSet; readonly problem?: string } {
  if (schema === deducedType.schema) return { set };
  const walk = new Reconciliation(schema);
  const content = walk.content(set, type);
  if (walk.problem !== undefined) return { set, problem: walk.problem };
  // The root belongs to no set, so it cannot be owned as a whole: what Go puts in its place is the same set once more.
  return { set: content === "whole" ? { ...set } : content };
}

class Reconciliation {
  problem: string | undefined;
  readonly #schema: Schema;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  /** What the set should hold below a node that it enters, or that the node must be owned as a whole. */
  content(set: FieldSet, ref: TypeRef): FieldSet | "whole" {
    const atom = this.#resolve(ref);
    if (atom?.map !== undefined) {
      const { map } = atom;
      if (isDeduced(map)) return set;
      if (map.relationship === "atomic") return isEmpty(set) ? set : "whole";
      return this.#entries(set, (element) => (element.kind === "field" ? keyType(map, element.name) : map.element));
    }
    if (atom?.scalar !== undefined || atom?.list === undefined) return set;
    const { list } = atom;
    return list.relationship === "atomic" ? "whole" : this.#entries(set, () => list.element);
  }

  #entries(set: FieldSet, typeOf: (element: PathElement) => TypeRef | undefined): FieldSet {
    for (const member of set.members) {
      const ref = childAt(set, member) === undefined ? typeOf(member) : undefined;
      if (ref !== undefined) this.#resolve(ref);
    }
    const builder = new SetBuilder();
    let changed = false;
    for (const { element, set: below } of set.children) {
      const ref = typeOf(element);
      const content = ref === undefined ? below : this.content(below, ref);
      changed ||= content !== below;
      if (content === "whole") builder.member(element);
      else builder.child(element, content);
    }
    if (!changed) return set;
    for (const member of set.members) builder.member(member);
    return builder.build();
  }

  #resolve(ref: TypeRef): Atom | undefined {
    const atom = resolveRef(this.#schema, ref);
    if (atom === undefined) this.problem ??= `could not resolve ${ref.named ?? "inlined"}`;
    return atom;
  }
}

/** Maps whose content nobody describes are left alone, atomic ones too. */
function isDeduced(map: MapType): boolean {
  const { element } = map;
  return (
    map.fields.size === 0 && map.emptyStruct !== true && (element?.named === deducedRef.named || element?.inlined?.scalar === "untyped")
  );
}
