/**
 * A strict JSON reader that callers can steer entry by entry, so that FieldsV1, where a repeated key has a meaning,
 * is read straight from text.
 * Invariant: it fails only by JsonError, which every public function of this room turns into a problem.
 * Counterpart in Go: json-iterator, with which structured-merge-diff reads FieldsV1; encoding/json for everything else.
 */
import { maxDepth, type Value } from "./value.ts";

/** Malformed text; caught at the room's edge. */
export class JsonError extends Error {}

/** Foreign text as a message may quote it. */
export function excerpt(text: string): string {
  return text.length > 80 ? `${text.slice(0, 60)}…` : text;
}

/** How numbers are read: `exact` keeps int64 apart from float64; `float` makes all of them float64, as a decoded FieldsV1 has them. */
export type NumberMode = "exact" | "float";

/** How strings are read: engines make `slices` of the text, which keep all of it in memory; `copies` don't, and take a little longer. */
export type StringMode = "slices" | "copies";

export class JsonReader {
  readonly #text: string;
  readonly #numbers: NumberMode;
  readonly #strings: StringMode;
  #at = 0;
  #depth = 0;

  constructor(text: string, numbers: NumberMode, strings: StringMode = "slices") {
    this.#text = text;
    this.#numbers = numbers;
    this.#strings = strings;
  }

  /** Any value. */
  value(): Value {
    switch (this.peek()) {
      case 0x7b: {
        const map = new Map<string, Value>();
        this.object((key) => map.set(key, this.value()));
        return map;
      }
      case 0x5b:
        return this.#list();
      case 0x22:
        return this.#string();
      case 0x74:
        this.#word("true");
        return true;
      case 0x66:
        this.#word("false");
        return false;
      case 0x6e:
        this.null();
        return null;
      default:
        return this.#number();
    }
  }

  /** An object; `onEntry` must read the value of the key it is given. */
  object(onEntry: (key: string) => void): void {
    this.#open(0x7b);
    if (this.peek() === 0x7d) this.#at++;
    else
      do {
        if (this.peek() !== 0x22) throw this.#unexpected();
        const key = this.#string();
        this.#expect(0x3a);
        onEntry(key);
      } while (this.#another(0x7d));
    this.#depth--;
  }

  /** Passes over `{}`, where that stands next. */
  emptyObject(): boolean {
    if (this.peek() !== 0x7b || this.#text.charCodeAt(this.#at + 1) !== 0x7d || this.#depth >= maxDepth) return false;
    this.#at += 2;
    return true;
  }

  null(): void {
    this.#word("null");
  }

  /** The code of the next character that is no white space; NaN at the end. */
  peek(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
      this.#at++;
    }
  }

  /** Nothing but white space may be left. */
  end(): void {
    if (!Number.isNaN(this.peek())) throw new JsonError(`unexpected data after the JSON value at offset ${this.#at}`);
  }

  #list(): Value[] {
    const list: Value[] = [];
    this.#open(0x5b);
    if (this.peek() === 0x5d) this.#at++;
    else
      do {
        list.push(this.value());
      } while (this.#another(0x5d));
    this.#depth--;
    return list;
  }

  #open(bracket: number): void {
    this.#expect(bracket);
    if (++this.#depth > maxDepth) throw new JsonError(`nested deeper than ${maxDepth} levels at offset ${this.#at}`);
  }

  /** Past `,` or the closing bracket: whether another entry follows. */
  #another(close: number): boolean {
    const code = this.peek();
    if (code !== 0x2c && code !== close) throw this.#unexpected();
    this.#at++;
    return code === 0x2c;
  }

  #expect(code: number): void {
    if (this.peek() !== code) throw this.#unexpected();
    this.#at++;
  }

  #word(word: string): void {
    this.peek();
    if (!this.#text.startsWith(word, this.#at)) throw this.#unexpected();
    this.#at += word.length;
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at + 1;
    let simple = true;
    let escaped = false;
    let controls = false;
    for (let i = start; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === 0x22) {
        this.#at = i + 1;
        if (simple && (this.#strings === "slices" || i - start < leastSlice)) return text.slice(start, i);
        const quoted = text.slice(start - 1, i + 1);
        if (simple) return JSON.parse(quoted) as string;
        return this.#unescape(controls ? quoted.replace(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1)) : quoted);
      }
      // json-iterator, which reads FieldsV1 in Go, looks for raw control characters only up to the first escape.
      if (code < 0x20) {
        if (!escaped || this.#numbers !== "float") break;
        controls = true;
      }
      if (code === 0x5c) {
        escaped = true;
        i++;
      }
      if (code === 0x5c || code >= 0xd800) simple = false;
    }
    throw new JsonError(`unterminated string at offset ${start - 1}`);
  }

  /** A lone surrogate is no text: it becomes U+FFFD, as in Go. */
  #unescape(quoted: string): string {
    const text = this.#numbers === "float" && /\\ud[89a-f]/i.test(quoted) ? withoutBrokenPairs(quoted) : quoted;
    try {
      return (JSON.parse(text) as string).replace(/\p{Cs}/gu, "\ufffd");
    } catch {
      throw new JsonError(`bad escape in the string before offset ${this.#at}`);
    }
  }

  #number(): number | bigint {
    numberPattern.lastIndex = this.#at;
    const match = numberPattern.exec(this.#text);
    if (match === null) throw this.#unexpected();
    const text = match[0];
    this.#at += text.length;
    const number = Number(text);
    if (!Number.isFinite(number)) throw new JsonError(`number ${excerpt(text)} is out of range`);
    if (this.#numbers === "float" || match[1] !== "") return number;
    if (Number.isSafeInteger(number)) return number === 0 ? 0 : number;
    const integer = BigInt(text);
    return BigInt.asIntN(64, integer) === integer ? integer : number;
  }

  #unexpected(): JsonError {
    const found = this.#text.codePointAt(this.#at);
    const what = found === undefined ? "end of text" : JSON.stringify(String.fromCodePoint(found));
    return new JsonError(`unexpected ${what} at offset ${this.#at}`);
  }
}

/** V8 copies shorter ones. */
const leastSlice = 13;

/** json-iterator takes a surrogate together with the escape after it, also where they are no pair. */
function withoutBrokenPairs(quoted: string): string {
  return quoted.replace(escapePattern, (all: string, first: string | undefined, second: string) => {
    if (first === undefined || (/^d[89ab]/i.test(first) && /^d[c-f]/i.test(second))) return all;
    return `\\ufffd\\u${/^d[89a-f]/i.test(second) ? "fffd" : second}`;
  });
}

const escapePattern = /\\(?:u(d[89a-f][\da-f]{2})\\u([\da-f]{4})|.)/gis;
const numberPattern = /-?(?:0|[1-9]\d*)((?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;
