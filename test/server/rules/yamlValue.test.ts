import { describe, test } from "vitest";
import { checkDiagnostics, checkFix } from "../../support/check.ts";

const schema = `//- schema
types:
- name: root
  map:
    fields:
    - {name: apiVersion, type: {scalar: string}}
    - {name: kind, type: {scalar: string}}
    - {name: metadata, type: {namedType: any}}
    - {name: values, type: {namedType: any}}
    - {name: mode, type: {scalar: numeric}}
    - {name: flag, type: {scalar: boolean}}
- name: any
  scalar: untyped
  list: {elementType: {namedType: any}, elementRelationship: atomic}
  map: {elementType: {namedType: any}}
`;
const widget = (body: string): string => `\n//- manifest\napiVersion: example.dev/v1\nkind: Widget\n${body}${schema}`;

test("where the schema takes anything", () =>
  checkDiagnostics(
    widget(`values:
  country: no
  ^^^^^^^ hint yaml-1.1-value 💡 .values.country: kubectl reads no as YAML 1.1 and sends false (Widget shop/web).
  codes:
    - 010
      ^^^ hint yaml-1.1-value 💡 .values.codes[0]: kubectl reads 010 as YAML 1.1 and sends 8
  date: 2026-01-01
  port: 8080
  on: "yes"
`),
  ));

test("quoting it", () =>
  checkFix(
    widget("values:\n  country: no # Norway\n"),
    'Quote it: "no"',
    'apiVersion: example.dev/v1\nkind: Widget\nvalues:\n  country: "no" # Norway\n',
  ));

describe("nothing", () => {
  test.each([
    ["a mode is meant as octal", widget("mode: 0644\n")],
    ["a boolean", widget("flag: yes\n")],
    ["a kind without schema", "\n//- manifest\napiVersion: example.dev/v1\nkind: Widget\nvalues: {a: no}\n"],
    ["text that does not parse", widget("values: {a: no\n")],
  ])("%s", (_, fixture) => checkDiagnostics(fixture));
});
