import { expect, test } from "vitest";
import { parseFieldsV1, printFieldsV1 } from "../../../shared/fieldpath/fieldsV1.ts";
import { keepAlong, type Pattern } from "../../../shared/fieldpath/filter.ts";
import { field, fieldPath } from "../../../shared/fieldpath/pathElement.ts";

const set = '{"f:metadata":{},"f:spec":{".":{},"f:x":{".":{},"f:deep":{}},"f:y":{},"f:z":{"k:{\\"n\\":1}":{".":{},"f:r":{},"f:s":{}}}}}';

test.each<[string, readonly Pattern[], string]>([
  ["at, below and on the way", [fieldPath("spec", "x")], '{"f:spec":{".":{},"f:x":{".":{},"f:deep":{}}}}'],
  ["any item", [[field("spec"), field("z"), "*", field("r")]], '{"f:spec":{".":{},"f:z":{"k:{\\"n\\":1}":{".":{},"f:r":{}}}}}'],
  ["several", [fieldPath("spec", "y"), fieldPath("metadata")], '{"f:metadata":{},"f:spec":{".":{},"f:y":{}}}'],
  ["a wildcard is tried before names", [["*", field("y")], fieldPath("spec", "x")], '{"f:metadata":{},"f:spec":{".":{},"f:y":{}}}'],
  ["none fits", [fieldPath("status")], "{}"],
])("%s", (_, patterns, kept) => {
  expect(printFieldsV1(keepAlong(parseFieldsV1(set).set, patterns))).toBe(kept);
});
