import { expect, test } from "vitest";
import { parseJson } from "../../../shared/fieldpath/json.ts";
import { changeText } from "../../../shared/ownership/change.ts";
import type { SchemaType } from "../../../shared/schema/model.ts";

const quantity: SchemaType = { schema: { types: new Map() }, type: { inlined: { scalar: "untyped" } } };
const text: SchemaType = { schema: { types: new Map() }, type: { inlined: { scalar: "string" } } };

test.each([
  ["5", "2", text, "live 5, here 2"],
  [undefined, '"a"', text, 'no live value, here "a"'],
  ['"1"', '"1000m"', quantity, 'live "1", here "1000m" (same amount, other spelling)'],
  ["80", '"80"', quantity, 'live 80, here "80" (the same, once as a number and once as text)'],
  ['"1"', '"1000m"', text, 'live "1", here "1000m"'],
  ['["a"]', "[]", text, 'this file removes its only item ("a")'],
  ['["a","b","c"]', "[]", text, 'this file removes its 3 items ("a"; "b"; …)'],
  ['["a","b"]', '["b","a"]', text, "the same 2 items in another order"],
  ['["a","b","c"]', '["c","d"]', text, 'this file removes 2 of its 3 items ("a"; "b"), keeps 1 and adds 1 ("d")'],
  ['["a","a"]', '["a"]', text, 'this file removes 1 of its 2 items ("a") and keeps 1'],
  ['{"app":"shell"}', '{"app":"shell","track":"stable"}', text, 'this file adds track: "stable"'],
  ['{"pool":"a","x":1}', '{"disk":"ssd","x":2}', text, 'this file drops pool: "a", changes x from 1 to 2 and adds disk: "ssd"'],
])("%s → %s", (live, sent, type, words) => {
  const of = { object: { apiVersion: "example.dev/v1", kind: "Widget" }, kind: { type, schemaSource: "server" } } as const;
  const change = { path: [], live: live === undefined ? undefined : parseJson(live).value, sent: parseJson(sent).value };
  expect(changeText(of, change)).toBe(words);
});
