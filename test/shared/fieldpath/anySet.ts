/** Random field sets over a small alphabet, so that paths of two sets often meet. */
import fc from "fast-check";
import { type FieldPath, field, keyElement, type PathElement } from "../../../shared/fieldpath/pathElement.ts";
import { type FieldSet, setOf } from "../../../shared/fieldpath/set.ts";

const name = fc.constantFrom("a", "b", "😀", "￮", "__proto__");
const scalar = fc.oneof(name, fc.constantFrom(0, 1, 80, 1.5, 1_000_000), fc.boolean(), fc.constant(null));

const element: fc.Arbitrary<PathElement> = fc.oneof(
  { weight: 3, arbitrary: name.map(field) },
  { weight: 2, arbitrary: fc.uniqueArray(fc.tuple(name, scalar), { minLength: 1, maxLength: 2, selector: ([key]) => key }).map(keyed) },
  scalar.map((value): PathElement => ({ kind: "value", value })),
  fc.nat(2).map((index): PathElement => ({ kind: "index", index })),
);

function keyed(keys: readonly (readonly [string, string | number | boolean | null])[]): PathElement {
  return keyElement(keys.map(([key, value]) => ({ name: key, value })));
}

export const anyPath: fc.Arbitrary<FieldPath> = fc.array(element, { minLength: 1, maxLength: 4 });

export const anySet: fc.Arbitrary<FieldSet> = fc.array(anyPath, { maxLength: 12 }).map((paths) => setOf(...paths));
