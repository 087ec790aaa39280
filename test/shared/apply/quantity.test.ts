import { expect, test } from "vitest";
import { sameAmount } from "../../../shared/apply/quantity.ts";

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
