import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("what is let in fits a stack of 400 kB", () => {
  const program = join(import.meta.dirname, "deepest.ts");
  expect(execFileSync(process.execPath, ["--stack-size=400", program], { encoding: "utf8" })).toBe("26 walks\n");
});
