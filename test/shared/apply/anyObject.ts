/**
 * Random objects of one schema that has every kind of field, over so few words that two objects often meet. Only atomic fields are
 * ever empty: nobody owns an empty granular list, and an empty granular map is owned only as long as it is empty, so no law holds there.
 */
import fc from "fast-check";
import { schemaFromSmd } from "../../../shared/schema/fromSmd.ts";
import type { SchemaType } from "../../../shared/schema/model.ts";
import { value } from "./object.ts";

export type Plain = Readonly<Record<string, unknown>>;

const string = { scalar: "string" };
const words = { map: { elementType: string } };
const any = { elementType: { namedType: "any" }, elementRelationship: "atomic" };
const schema = schemaFromSmd(
  value({
    types: [
      { name: "any", scalar: "untyped", list: any, map: any },
      {
        name: "part",
        map: {
          fields: [
            { name: "size", type: { scalar: "numeric" } },
            { name: "labels", type: words },
            { name: "selector", type: { map: { elementType: string, elementRelationship: "atomic" } } },
            { name: "tags", type: { list: { elementType: string, elementRelationship: "associative" } } },
            { name: "args", type: { list: { elementType: string, elementRelationship: "atomic" } } },
            { name: "items", type: { list: { elementType: { namedType: "item" }, elementRelationship: "associative", keys: ["name"] } } },
            { name: "inner", type: { namedType: "part" } },
          ],
        },
      },
      {
        name: "item",
        map: {
          fields: [
            { name: "name", type: string },
            { name: "value", type: string },
          ],
        },
      },
      {
        name: "widget",
        map: {
          fields: [
            { name: "apiVersion", type: string },
            { name: "kind", type: string },
            {
              name: "metadata",
              type: {
                map: {
                  fields: [
                    { name: "name", type: string },
                    { name: "labels", type: words },
                    { name: "managedFields", type: { namedType: "any" } },
                  ],
                },
              },
            },
            { name: "spec", type: { namedType: "part" } },
          ],
        },
      },
    ],
  }),
);

export const partType: SchemaType = { schema, type: { named: "part" } };
export const widgetType: SchemaType = { schema, type: { named: "widget" } };

const word = fc.constantFrom("a", "b", "c");
const labels = fc.dictionary(word, word, { minKeys: 1, maxKeys: 3 });

const parts = fc.letrec<{ part: Plain }>((tie) => ({
  part: fc.record(
    {
      size: fc.nat(2),
      labels,
      selector: fc.dictionary(word, word, { maxKeys: 2 }),
      tags: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
      args: fc.array(word, { maxLength: 2 }),
      items: fc.uniqueArray(fc.record({ name: word, value: word }, { requiredKeys: ["name"] }), {
        selector: ({ name }) => name,
        minLength: 1,
        maxLength: 3,
      }),
      inner: fc.oneof({ depthSize: "small", withCrossShrink: true }, fc.constant({ size: 0 }), tie("part")).filter(holdsAny),
    },
    { requiredKeys: [] },
  ),
}));

/** A value of `partType`. */
export const anyPart: fc.Arbitrary<Plain> = parts.part;

/** A whole custom resource of the kind Widget. */
export const anyWidget: fc.Arbitrary<Plain> = fc
  .record({ labels, spec: anyPart.filter(holdsAny) }, { requiredKeys: [] })
  .map(({ labels: own, spec }) => ({
    apiVersion: "example.dev/v1",
    kind: "Widget",
    metadata: { name: "w", ...(own !== undefined && { labels: own }) },
    ...(spec !== undefined && { spec }),
  }));

function holdsAny(object: Plain): boolean {
  return Object.keys(object).length > 0;
}
