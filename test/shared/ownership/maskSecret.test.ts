import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { parseJson, printJson } from "../../../shared/fieldpath/json.ts";
import { stringAt, type Value, valueAt } from "../../../shared/fieldpath/value.ts";
import { lastAppliedAnnotation } from "../../../shared/ownership/deployers.ts";
import { hiddenBytes, maskSecret } from "../../../shared/ownership/maskSecret.ts";

const digest = (bytes: Uint8Array): string => createHmac("sha256", "key of this process").update(bytes).digest("hex");

function masked(content: object): Value {
  return maskSecret(parseJson(JSON.stringify({ apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, ...content })).value, digest);
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

test.each(["", "a", "ab", "abc", "p4ssw0rd", "grüße 🔑", "\u0000\u00ff"])("data and stringData of %j are one token", (text) => {
  const object = masked({ data: { a: base64(text) }, stringData: { a: text } });
  expect(stringAt(object, "data", "a")).toBe(stringAt(object, "stringData", "a"));
  expect(hiddenBytes(stringAt(object, "data", "a") ?? "")).toBe(Buffer.byteLength(text));
});

test("line breaks in base64 are other text of the same bytes, and no more of it is told", () => {
  const whole = base64("a certificate");
  const object = masked({
    data: { a: whole, b: `${whole.slice(0, 8)}\n${whole.slice(8)}\n`, c: `${whole}\r\n` },
    stringData: { a: "a certificate" },
  });
  const [a, b, c] = ["a", "b", "c"].map((key) => stringAt(object, "data", key) ?? "");
  expect(b).toBe(c);
  expect(b).not.toBe(a);
  expect(b?.trimEnd()).toBe(stringAt(object, "stringData", "a"));
  expect(hiddenBytes(b ?? "")).toBe(13);
});

test("different values are different tokens", () => {
  const object = masked({ data: { a: base64("one"), b: base64("two") } });
  expect(stringAt(object, "data", "a")).not.toBe(stringAt(object, "data", "b"));
});

test.each(["hunter2!", "not base64 at all", "aHVudGVyMg"])("no trace of %s remains, wherever it stands", (secret) => {
  const inner = JSON.stringify({ apiVersion: "v1", kind: "Secret", data: { a: secret }, stringData: { b: secret } });
  for (const content of [
    { data: { a: secret, n: 12345, m: { x: secret }, l: [secret] }, stringData: { a: secret } },
    { data: secret },
    { data: [secret] },
    { metadata: { annotations: { [lastAppliedAnnotation]: inner } } },
    { metadata: { annotations: { [lastAppliedAnnotation]: `broken ${secret}` } } },
  ]) {
    const text = printJson(masked(content));
    expect(text).not.toContain(secret);
    expect(text).not.toContain("12345");
  }
});

test("keys, other fields and the kinds of values stay", () => {
  const object = masked({ type: "Opaque", data: { a: null, n: 1, b: true }, metadata: { labels: { app: "x" } } });
  expect(valueAt(object, "data")).toEqual(
    new Map<string, Value>([
      ["a", null],
      ["n", 0],
      ["b", false],
    ]),
  );
  expect(stringAt(object, "type")).toBe("Opaque");
  expect(stringAt(object, "metadata", "labels", "app")).toBe("x");
});

test("the last-applied text stays one that can be compared", () => {
  const inner = JSON.stringify({ apiVersion: "v1", kind: "Secret", data: { a: base64("x") } });
  const object = masked({ data: { a: base64("x") }, metadata: { annotations: { [lastAppliedAnnotation]: inner } } });
  const lastApplied = parseJson(stringAt(object, "metadata", "annotations", lastAppliedAnnotation) ?? "").value;
  expect(valueAt(lastApplied, "data", "a")).toBe(valueAt(object, "data", "a"));
});

test("what is no Secret is left alone", () => {
  const config = parseJson('{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"x"}}').value;
  expect(maskSecret(config, digest)).toBe(config);
});
