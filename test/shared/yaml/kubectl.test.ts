import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { equalValues } from "../../../shared/fieldpath/compare.ts";
import { parseJson, printJson } from "../../../shared/fieldpath/json.ts";
import { stringAt, type Value, valueAt } from "../../../shared/fieldpath/value.ts";
import { documentsAsKubectl } from "../../../shared/manifest/kubectlValues.ts";

/**
 * Texts, most of them damaged at random, with what kubectl's own reader (cli-runtime 0.37.2 on go-yaml v2.4.4) made of them.
 */
const recorded = gunzipSync(readFileSync(path.join(import.meta.dirname, "data/kubectl.jsonl.gz")))
  .toString()
  .trim()
  .split("\n")
  .map((line) => parseJson(line).value);

test("every text is read or refused as kubectl reads or refuses it", () => {
  const wrong = recorded.flatMap((row) => {
    const text = stringAt(row, "text") ?? "";
    const { documents, error } = documentsAsKubectl(text);
    if (valueAt(row, "refused") === true) return error === undefined ? [`${JSON.stringify(text)} is refused`] : [];
    const wanted = valueAt(row, "documents") as Value;
    return error === undefined && equalValues(documents, wanted)
      ? []
      : [`${JSON.stringify(text)} ⇒ ${printJson(wanted)}, not ${error ?? printJson(documents)}`];
  });
  expect(wrong).toEqual([]);
  expect(recorded.length).toBeGreaterThan(1400);
});
