import { expect, test } from "vitest";
import { fixTitles } from "../../support/check.ts";

const widget = (text: string): string => `
//- manifest
apiVersion: example.dev/v1
kind: Widget
${text}
//- live state=denied
//- schema
types:
- name: root
  map:
    fields:
    - {name: apiVersion, type: {scalar: string}}
    - {name: kind, type: {scalar: string}}
    - {name: metadata, type: {namedType: any}}
    - {name: replicas, type: {scalar: numeric}}
    - {name: spec, type: {namedType: inner}}
    - {name: other, type: {namedType: inner}}
- name: inner
  map:
    fields:
    - {name: replicas, type: {scalar: numeric}}
- name: any
  scalar: untyped
  list: {elementType: {namedType: any}, elementRelationship: atomic}
  map: {elementType: {namedType: any}}
`;

test.each([
  ["by the cluster's schema it is the way to go", "replica: 3", ["★ Rename to replicas", "Remove .replica"]],
  ["a value that would not fit", "replica: three", ["Rename to replicas", "Remove .replica"]],
  ["a map that is used elsewhere too", "other: &it\n  replica$0: 3\nspec: *it", ["Rename to replicas"]],
])("%s", (_, text, titles) => expect(fixTitles(widget(text))).toEqual(titles));

test("by a bundled schema it may be a field that is too new for it", () =>
  expect(fixTitles("\n//- manifest\nkind: Deployment\nspec:\n  replica: 3\n  paused: true\n")).toEqual([
    "Rename to replicas",
    "Remove .spec.replica",
  ]));
