import { memoryUsage } from "node:process";
import { expect, test } from "vitest";
import { answerOf } from "../../../server/cluster/answers.ts";
import { stringAt } from "../../../shared/fieldpath/value.ts";
import { collectGarbage } from "../../support/collectGarbage.ts";

test("what is kept of a large answer does not keep all of its text", () => {
  const bytes = 4_000_000;
  const usedBytes = (): number => {
    collectGarbage();
    return memoryUsage().heapUsed;
  };
  const nameIn = (index: number): string | undefined => {
    const text = JSON.stringify({ metadata: { name: `one-of-many-objects-${index}` }, rest: "x".repeat(bytes) });
    const got = answerOf({ statusCode: 200, headers: {} }, text, "here");
    return got.state === "ok" ? stringAt(got.body, "metadata", "name") : undefined;
  };
  const before = usedBytes();
  const names = Array.from({ length: 5 }, (_, index) => nameIn(index));
  expect(usedBytes() - before).toBeLessThan(bytes);
  expect(names.at(-1)).toBe("one-of-many-objects-4");
});
