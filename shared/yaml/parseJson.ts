/**
 * JSON text → the same tree as YAML, for texts that kubectl reads as JSON: there `\/`, surrogate escapes and tabs are fine, `1e400` is not a string.
 * Invariant: accepts exactly JSON's grammar; nesting is bounded; throws nothing but YamlError.
 * Counterpart in Go: encoding/json's Decoder.
 */
import { maxDepth } from "../fieldpath/value.ts";
import { type Entry, type ScalarNode, type ScalarStyle, YamlError, type YamlNode } from "./node.ts";

/** Whether kubectl would try JSON first: the text starts with a brace, within the part of it that kubectl looks at. */
export function looksLikeJson(text: string): boolean {
  const start = text.search(/\S|\ufeff/);
  return start >= 0 && start < 4096 && text.charCodeAt(start) === 0x7b;
}

/** The value that starts at `from` and where it ends; root undefined where only blanks are left. */
export function parseJsonTree(text: string, from: number): { readonly root: YamlNode | undefined; readonly end: number } {
  const reader = new JsonTreeReader(text, from);
  if (reader.atEnd()) return { root: undefined, end: text.length };
  const root = reader.value(0);
  return { root, end: root.end };
}

const blanks = /[ \t\r\n]*/y;
const numbers = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const words = /true|false|null/y;

class JsonTreeReader {
  private readonly text: string;
  private pos: number;

  constructor(text: string, from: number) {
    this.text = text;
    this.pos = from;
    this.take(blanks);
  }

  atEnd(): boolean {
    return this.pos === this.text.length;
  }

  value(depth: number): YamlNode {
    if (depth > maxDepth) throw new YamlError("too-deep", `nested deeper than ${maxDepth} levels`, this.pos, this.pos + 1);
    switch (this.text.charAt(this.pos)) {
      case "{":
        return this.collection("map", "}", depth);
      case "[":
        return this.collection("list", "]", depth);
      case '"':
        return this.string();
    }
    const start = this.pos;
    const number = this.take(numbers);
    if (number !== "") return this.scalar(start, number, "json");
    const word = this.take(words);
    if (word !== "") return this.scalar(start, word, "plain");
    throw this.unexpected();
  }

  private collection(kind: "map" | "list", close: string, depth: number): YamlNode {
    const start = this.pos++;
    const entries: Entry[] = [];
    this.take(blanks);
    if (!this.skip(close)) {
      for (;;) {
        const entry = this.entry(kind, depth);
        entries.push(entry);
        this.take(blanks);
        const end = this.pos;
        if (this.skip(close)) break;
        if (!this.skip(",")) throw this.unexpected();
        entry.comma = end;
        this.take(blanks);
      }
    }
    return { kind, start, end: this.pos, anchor: undefined, tag: undefined, uses: [], flow: true, entries };
  }

  private entry(kind: "map" | "list", depth: number): Entry {
    const start = this.pos;
    if (kind === "list") return { start, key: undefined, value: this.value(depth + 1), comma: undefined };
    const key = this.string();
    this.take(blanks);
    if (!this.skip(":")) throw this.unexpected();
    this.take(blanks);
    return { start, key, value: this.value(depth + 1), comma: undefined };
  }

  private string(): ScalarNode {
    const start = this.pos;
    if (!this.skip('"')) throw this.unexpected();
    let escapes = false;
    for (let code = this.text.charCodeAt(this.pos); code !== 0x22; code = this.text.charCodeAt(this.pos)) {
      if (!(code >= 0x20)) throw this.unexpected();
      if (code === 0x5c) escapes = true;
      this.pos += code === 0x5c ? 2 : 1;
    }
    this.pos++;
    const text = escapes ? this.unescaped(start) : this.text.slice(start + 1, this.pos - 1);
    return this.scalar(start, text.replace(loneSurrogates, "\ufffd"), "double");
  }

  private unescaped(start: number): string {
    try {
      return JSON.parse(this.text.slice(start, this.pos));
    } catch {
      throw new YamlError("syntax", "this string holds an escape that JSON does not know", start, this.pos);
    }
  }

  private scalar(start: number, text: string, style: ScalarStyle): ScalarNode {
    return { kind: "scalar", start, end: this.pos, anchor: undefined, tag: undefined, uses: [], style, text };
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.pos;
    const [found = ""] = pattern.exec(this.text) ?? [];
    this.pos += found.length;
    return found;
  }

  private skip(character: string): boolean {
    if (this.text.charAt(this.pos) !== character) return false;
    this.pos++;
    return true;
  }

  private unexpected(): YamlError {
    return new YamlError("syntax", "this is no JSON", this.pos, this.pos + 1);
  }
}

const loneSurrogates = /\p{Cs}/gu;
