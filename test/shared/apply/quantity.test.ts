import { expect, test } from "vitest";
import { sameAmount, storedAmount } from "../../../shared/apply/quantity.ts";

test.each([
  ["1000m", "1"],
  ["1Gi", "1024Mi"],
  ["0.5", "500m"],
  ["1e3", "1k"],
  ["1E3", "1000"],
  ["1.5Gi", "1536Mi"],
  ["+1", "1"],
])("%s is %s", (a, b) => expect(sameAmount(a, b)).toBe(true));

test.each([
  ["1_000", "1_000"],
  ["1G", "1Gi"],
  ["1", "2"],
  ["", ""],
  [".", "0"],
  ["-1", "1"],
  ["1m", "1M"],
  ["1e99", "1"],
])("%s is not %s, or no quantity", (a, b) => expect(sameAmount(a, b)).toBe(false));

// As Go's resource.Quantity writes what it has read.
test.each([
  ["1000m", "1"],
  ["0.5", "500m"],
  ["1024Mi", "1Gi"],
  ["1.5Gi", "1536Mi"],
  ["1073741824", "1073741824"],
  ["0.5Ki", "512"],
  ["128000k", "128M"],
  ["2809.313M", "2809.313M"],
  ["1640.337M", "1640.337M"],
  ["1000.5k", "1000500"],
  ["1e3", "1e3"],
  ["1E4", "10e3"],
  ["0Ki", "0"],
  ["-1500m", "-1500m"],
  ["-2048Ki", "-2Mi"],
  ["1023Ki", "1023Ki"],
  ["+1197m", "+1197m"],
])("%s is stored as %s", (text, stored) => expect(storedAmount(text)).toBe(stored));

test.each(["", "1_000", "abc", "10Ei", "-10Ei", "0.0000000001", "21000000P"])("how %s is stored, nobody says", (text) =>
  expect(storedAmount(text)).toBeUndefined(),
);
