/**
 * What a scalar means, as go-yaml v2 decides it: YAML 1.1's words for booleans and null, octal numbers, and what tags enforce.
 * Counterpart in Go: go-yaml v2 resolve.go.
 */

/** A number keeps how Go holds it, since that decides how it reads as a key and in JSON. */
export interface ScalarNumber {
  readonly go: "int64" | "uint64" | "float64";
  readonly number: number;
  /** The exact digits of an integer. */
  readonly integer: bigint;
}

export type Resolved = null | boolean | string | ScalarNumber;

/** The meaning of a plain scalar without tag. */
export function resolvePlain(text: string): Resolved {
  const first = text.charCodeAt(0);
  // Only these can start anything but a string: + - . 0-9, and the first letters of the words.
  if (first >= 0x3a && !wordStarts.has(first)) return text;
  const word = words.get(text);
  if (word !== undefined) return word;
  if (first === 0x2e) return floatPattern.test(text) ? (float(text.replaceAll("_", "")) ?? text) : text;
  if ((first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d) return number(text.replaceAll("_", "")) ?? text;
  return text;
}

/** The meaning of a scalar with a tag; undefined where the text does not fit the tag. */
export function resolveTagged(text: string, tag: string): Resolved | undefined {
  if (!tag.startsWith(prefix)) return text;
  const kind = tag.slice(prefix.length);
  if (kind === "binary") return decodeBase64(text);
  if (kind === "timestamp") return isTimestamp(text) ? text : undefined;
  if (kind !== "bool" && kind !== "int" && kind !== "float" && kind !== "null") return text;
  const found = resolvePlain(text);
  if (kind === "null") return found === null ? null : undefined;
  if (kind === "bool") return typeof found === "boolean" ? found : undefined;
  if (found === null || typeof found !== "object") return undefined;
  if (kind === "int") return found.go === "float64" ? undefined : found;
  return found.go === "uint64" ? undefined : { ...found, go: "float64" };
}

const prefix = "tag:yaml.org,2002:";

const words: ReadonlyMap<string, Resolved> = new Map<string, Resolved>([
  ...spread(["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"], true),
  ...spread(["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"], false),
  ...spread(["", "~", "null", "Null", "NULL"], null),
  ...spread([".nan", ".NaN", ".NAN"], floatOf(Number.NaN)),
  ...spread([".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"], floatOf(Number.POSITIVE_INFINITY)),
  ...spread(["-.inf", "-.Inf", "-.INF"], floatOf(Number.NEGATIVE_INFINITY)),
]);
const wordStarts: ReadonlySet<number> = new Set([...words.keys()].map((word) => word.charCodeAt(0)));

function spread(texts: readonly string[], value: Resolved): [string, Resolved][] {
  return texts.map((text) => [text, value]);
}

const floatPattern = /^\.\d+(?:_\d+)*(?:[eE][-+]?\d+(?:_\d+)*)?$/;
const numberPattern = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const integerPattern = /^([-+]?)(?:0[xX]([\da-fA-F]+)|0[oO]?([0-7]+)|0[bB]([01]+)|(0|[1-9]\d*))$/;
const maxInt64 = 2n ** 63n - 1n;
const maxUint64 = 2n ** 64n - 1n;

function number(text: string): ScalarNumber | undefined {
  return integer(text) ?? (numberPattern.test(text) ? float(text) : undefined);
}

function integer(text: string): ScalarNumber | undefined {
  const match = integerPattern.exec(text);
  if (match === null) return undefined;
  const [, sign, hex, octal, binary, decimal] = match;
  const digits = decimal ?? (hex !== undefined ? `0x${hex}` : octal !== undefined ? `0o${octal}` : `0b${binary}`);
  const positive = BigInt(digits);
  const value = sign === "-" ? -positive : positive;
  if (value <= maxInt64 && value >= -maxInt64 - 1n) return { go: "int64", number: Number(value), integer: value };
  return sign === "" && value <= maxUint64 ? { go: "uint64", number: Number(value), integer: value } : undefined;
}

/** Undefined where a float64 cannot hold the number. */
function float(text: string): ScalarNumber | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? floatOf(value) : undefined;
}

function floatOf(value: number): ScalarNumber {
  return { go: "float64", number: value, integer: 0n };
}

/** Year-month-day, alone or with a time that has a zone after `T` or none after a blank. */
function isTimestamp(text: string): boolean {
  const match = timestampPattern.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days && hour < 24 && minute < 60 && second < 60;
}

const timestampPattern =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:[Tt](\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?(?:Z|[-+][0-2]\d:[0-5]\d)| (\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?)?$/;

const base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The text of base64 with its padding; line breaks do not count. */
function decodeBase64(text: string): string | undefined {
  const packed = text.replace(/[\r\n]/g, "");
  if (packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(packed)) return undefined;
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of packed.replace(/=+$/, "")) {
    held = (held << 6) | base64Letters.indexOf(letter);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
      held &= (1 << bits) - 1;
    }
  }
  return decodeUtf8(bytes);
}

/** What is no UTF-8 becomes U+FFFD, byte by byte, as Go prints it in JSON. */
function decodeUtf8(bytes: readonly number[]): string {
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const length =
      lead < 0x80 ? 1 : lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
    const rest = bytes.slice(at + 1, at + Math.max(length, 1));
    const code = rest.reduce((sum, byte) => sum * 64 + (byte & 0x3f), lead & (length === 1 ? 0x7f : 0x7f >> length));
    const smallest = [0, 0, 0x80, 0x800, 0x10000][length] ?? 0;
    const valid =
      length > 0 &&
      rest.length === length - 1 &&
      rest.every((byte) => byte >> 6 === 2) &&
      code >= smallest &&
      code <= 0x10ffff &&
      (code < 0xd800 || code > 0xdfff);
    text += valid ? String.fromCodePoint(code) : "\ufffd";
    at += valid ? length : 1;
  }
  return text;
}
