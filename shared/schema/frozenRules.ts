/**
 * The validation rules of a custom kind's definition that say no more than "this never changes": `self == oldSelf`, also of fields below
 * (`self.a == oldSelf.a`), several with `&&`, each possibly only once it is set (`!has(oldSelf.a) || self.a == oldSelf.a`).
 * Invariant: nothing is made of any other rule, nor of one that sees an absent old value (`optionalOldSelf`).
 */
import { isList, stringAt, type Value, valueAt } from "../fieldpath/value.ts";
import type { FrozenRule, TypeRef } from "./model.ts";

/** As part of a type; nothing where there are none. */
export function frozenRules(definition: Value): Pick<TypeRef, "frozen"> {
  const rules = valueAt(definition, "x-kubernetes-validations");
  const frozen = (isList(rules) ? rules : []).flatMap(readRule);
  return frozen.length === 0 ? {} : { frozen };
}

function readRule(rule: Value): readonly FrozenRule[] {
  if (valueAt(rule, "optionalOldSelf") === true) return [];
  const message = valueAt(rule, "messageExpression") === undefined ? stringAt(rule, "message") : undefined;
  const parts = (stringAt(rule, "rule") ?? "").split("&&").map(fieldOf);
  return parts.every((at) => at !== undefined) ? parts.map((at) => ({ at, message })) : [];
}

/** The field that one comparison is about. */
function fieldOf(text: string): readonly string[] | undefined {
  const comparison =
    /^\(?\s*(?:!\s*has\(\s*oldSelf((?:\.\w+)+)\s*\)\s*\|\|\s*)?(self|oldSelf)((?:\.\w+)*)\s*==\s*(self|oldSelf)((?:\.\w+)*)\s*\)?$/;
  const [, set, left, at, right, same] = comparison.exec(text.trim()) ?? [];
  if (at === undefined || at !== same || left === right || (set !== undefined && set !== at)) return undefined;
  const names = at.split(".").slice(1);
  // Names that no expression can hold are escaped.
  return names.some((name) => name.includes("__")) ? undefined : names;
}
