import { expect, test } from "vitest";
import { createMeanings } from "../../../server/session/meanings.ts";
import { description } from "../../support/cluster.ts";

const current = { kubeconfig: undefined, context: undefined, namespace: undefined };
const other = { ...description, context: "other" };

test.each<[string, readonly (typeof description)[], readonly boolean[]]>([
  ["the same", [description, description], [false, false]],
  ["another, once it stays", [other, other, other], [false, true, false]],
  ["a file that is being written", [other, description, description], [false, false, false]],
])("%s", (_, seen, expected) => {
  const meanings = createMeanings();
  meanings.note(current, description);
  expect(seen.map((one) => meanings.isOther(current, one))).toEqual(expected);
});

test("what nobody asked is no news, and what one asked anew does not hide what others were told", () => {
  const meanings = createMeanings();
  expect([meanings.isOther(current, description), meanings.isOther(current, other), meanings.isOther(current, other)]).toEqual([
    false,
    false,
    false,
  ]);
  meanings.note(current, description);
  meanings.note(current, other);
  expect(meanings.isOther(current, other)).toBe(true);
});
