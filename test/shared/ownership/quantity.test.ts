import { expect, test } from "vitest";
import { sameAmount } from "../../../shared/ownership/quantity.ts";

test.each([
  ["1000m", "1"],
  ["1Gi", "1024Mi"],
  ["0.5", "500m"],
  ["1e3", "1k"],
  ["1E3", "1000"],
  ["1.5Gi", "1536Mi"],
  ["+1", "1"],
  ["1_000", "1_000", false],
  ["1G", "1Gi", false],
  ["1", "2", false],
  ["", "", false],
  [".", "0", false],
  ["-1", "1", false],
  ["1m", "1M", false],
  ["1e99", "1", false],
] satisfies [string, string, boolean?][])("%s and %s", (a, b, same = true) => expect(sameAmount(a, b)).toBe(same));
