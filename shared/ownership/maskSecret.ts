/**
 * Hides the values of a Secret before anything else sees them. Each becomes a token: equal for equal bytes, so that comparing still works,
 * and telling nothing but the length. Base64 text with line breaks is another text of the same bytes for the API server: its token ends with one.
 * Invariant: no value under `data` or `stringData`, nor in an annotation that may hold a copy of them, comes out readable; keys do.
 */
import { parseJson, printJson } from "../fieldpath/json.ts";
import { isList, isMap, type Value, type ValueMap, valueAt } from "../fieldpath/value.ts";
import { lastAppliedAnnotation } from "./deployers.ts";

/** A keyed digest of bytes, printable. Its key must not outlive the process. */
export type Digest = (bytes: Uint8Array) => string;

/** The object with its secret values hidden; anything but a Secret comes back as it is. A mistyped apiVersion makes no value public. */
export function maskSecret(object: Value, digest: Digest): Value {
  if (!isMap(object) || object.get("kind") !== "Secret") return object;
  const masked = new Map(object);
  for (const [key, hide] of [
    ["data", tokenOfBase64],
    ["stringData", tokenOfText],
  ] as const) {
    const values = object.get(key);
    if (values !== undefined)
      masked.set(
        key,
        maskValues(values, (text) => hide(text, digest)),
      );
  }
  const annotations = valueAt(object, "metadata", "annotations");
  if (isMap(annotations)) {
    const shown = new Map([...annotations].map(([name, text]) => [name, maskAnnotation(name, text, digest)]));
    masked.set("metadata", new Map(object.get("metadata") as ValueMap).set("annotations", shown));
  }
  return masked;
}

/** The length of the value that a token stands for, undefined for every other text. */
export function hiddenBytes(text: string): number | undefined {
  return text.startsWith(prefix) ? Number.parseInt(text.slice(prefix.length), 10) : undefined;
}

/** Whatever is no map of texts is refused by the schema; it keeps its kind, so that the refusal stays the same, and loses its content. */
function maskValues(values: Value, hide: (text: string) => string): Value {
  if (!isMap(values)) return maskValue(values, hide);
  return new Map([...values].map(([key, value]) => [key, maskValue(value, hide)]));
}

function maskValue(value: Value, hide: (text: string) => string): Value {
  if (value === null) return null;
  if (typeof value === "string") return hide(value);
  if (typeof value === "boolean") return false;
  if (isMap(value)) return new Map();
  return isList(value) ? [] : 0;
}

function maskText(lastApplied: string, digest: Digest): string {
  const { value, problem } = parseJson(lastApplied);
  return problem === undefined && isMap(value) ? printJson(maskSecret(value, digest)) : tokenOfText(lastApplied, digest);
}

/** Deployers keep what they applied in annotations, as JSON or packed. */
function maskAnnotation(name: string, text: Value, digest: Digest): Value {
  if (typeof text !== "string") return text;
  if (name === lastAppliedAnnotation) return maskText(text, digest);
  return /^\s*[[{]|^H4sI/.test(text) ? tokenOfText(text, digest) : text;
}

function tokenOfText(text: string, digest: Digest): string {
  return token(bytesOfText(text), digest);
}

/** What is no base64 is hidden as the text that it is. */
function tokenOfBase64(text: string, digest: Digest): string {
  const digits = text.replace(/[\r\n]/g, "");
  const bytes = bytesOfBase64(digits);
  if (bytes === undefined) return tokenOfText(text, digest);
  return `${token(bytes, digest)}${digits === text ? "" : "\n"}`;
}

function token(bytes: Uint8Array, digest: Digest): string {
  return `${prefix}${bytes.length}:${digest(bytes)}`;
}

/** UTF-8, as the server turns stringData into data. */
function bytesOfText(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 0x3f));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 0x3f), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
  }
  return Uint8Array.from(bytes);
}

function bytesOfBase64(digits: string): Uint8Array | undefined {
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) return undefined;
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const digit of digits.replace(/=+$/, "")) {
    bits = ((bits << 6) | alphabet.indexOf(digit)) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push((bits >> held) & 0xff);
    }
  }
  return Uint8Array.from(bytes);
}

const prefix = "\u0001hidden:";
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
