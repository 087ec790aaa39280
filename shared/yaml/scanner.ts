/**
 * YAML text → tokens, on demand: nothing behind what the parser asks for is looked at, since go-yaml does not look there either.
 * Indentation and simple keys (keys without `?`) become tokens here, so that the grammar needs no look-ahead.
 * Invariant: tokens come in text order; every `blockMapStart` and `blockListStart` has its `blockEnd`.
 * Counterpart in Go: go-yaml v2 scannerc.go (YAML 1.1; where it differs from the specification, go-yaml is followed).
 */

import { scanBlock } from "./blockScalar.ts";
import { Cursor, dash, hash, isBlank, isBlankOrEnd, isBreak, isWord, space, tab } from "./cursor.ts";
import { type ScalarStyle, YamlError } from "./node.ts";
import { scanPlain, scanQuoted } from "./scalars.ts";
import { misplacedCharacter, misplacedColon } from "./scanErrors.ts";
import { type SimpleKey, SimpleKeys } from "./simpleKeys.ts";
import { scanTag } from "./tags.ts";
import { isTemplateScalar } from "./templates.ts";
import type { Token, TokenKind } from "./token.ts";

export class Scanner {
  /** A `{{` stands where a template engine would replace it before anybody reads this as YAML. */
  sawTemplate = false;
  private readonly at: Cursor;
  private readonly tokens: Token[] = [];
  private head = 0;
  /** Column of the innermost block, −1 outside of all. */
  private indent = -1;
  private readonly indents: number[] = [];
  private readonly keys: SimpleKeys;
  private keyAllowed = true;
  private finished = false;

  constructor(text: string, from: number) {
    this.at = new Cursor(text, from);
    this.keys = new SimpleKeys(text);
  }

  peek(): Token {
    while (this.undecided()) this.fetch();
    return this.tokens[this.head] as Token;
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== "end") this.head++;
    return token;
  }

  /** Whether the next token is missing, or may yet get a `key` token in front. */
  private undecided(): boolean {
    if (this.head === this.tokens.length) return !this.finished;
    const key = this.keys.forToken(this.head);
    return key !== undefined && this.isAlive(key);
  }

  /** At the end of the text no `:` can follow any more. */
  private isAlive(key: SimpleKey): boolean {
    return this.keys.isAlive(key, this.at.pos, this.finished ? Number.NaN : this.at.lineStart);
  }

  private fetch(): void {
    const at = this.at;
    this.skipToToken();
    this.closeBlocks(at.column);
    const code = at.peek();
    if (code === 0) this.fetchEnd();
    else if (at.atDocumentMarker()) this.fetchDocumentMarker(code === dash ? "documentStart" : "documentEnd");
    else if (!this.fetchIndicator(code)) this.fetchPlain(code);
  }

  /** Whether an indicator stands here and was taken. */
  private fetchIndicator(code: number): boolean {
    const apart = isBlankOrEnd(this.at.peek(1));
    switch (code) {
      case 0x5b: // [
        this.fetchOpening("flowListStart");
        return true;
      case 0x7b: // {
        if (this.at.peek(1) === code) this.sawTemplate = true;
        this.fetchOpening("flowMapStart");
        return true;
      case 0x5d: // ]
        this.fetchClosing("flowListEnd");
        return true;
      case 0x7d: // }
        this.fetchClosing("flowMapEnd");
        return true;
      case 0x2c: // ,
        this.fetchComma();
        return true;
      case dash:
        if (apart) this.fetchDash();
        return apart;
      case 0x3f: // ?
        if (apart || this.keys.inFlow) this.fetchKey();
        return apart || this.keys.inFlow;
      case 0x3a: // :
        if (apart || this.keys.inFlow) this.fetchValue();
        return apart || this.keys.inFlow;
      case 0x2a: // *
        this.fetchName("alias");
        return true;
      case 0x26: // &
        this.fetchName("anchor");
        return true;
      case 0x21: // !
        this.fetchTag();
        return true;
      case 0x7c: // |
      case 0x3e: // >
        if (!this.keys.inFlow) this.fetchBlockScalar(code === 0x7c ? "literal" : "folded");
        return !this.keys.inFlow;
      case 0x27: // '
      case 0x22: // "
        this.fetchQuoted(code === 0x27 ? "single" : "double");
        return true;
      default:
        return false;
    }
  }

  private startsPlain(code: number): boolean {
    if (code === dash) return !isBlank(this.at.peek(1));
    if (code === 0x3f || code === 0x3a) return !this.keys.inFlow && !isBlankOrEnd(this.at.peek(1));
    return code !== tab && !notPlain.has(code);
  }

  /** Passes blanks, comments and line breaks. A tab may not indent what could be a key. */
  private skipToToken(): void {
    const at = this.at;
    for (;;) {
      for (let code = at.peek(); code === space || (code === tab && (this.keys.inFlow || !this.keyAllowed)); code = at.peek()) at.pos++;
      if (at.peek() === hash) at.skipToBreak();
      if (!isBreak(at.peek())) return;
      at.takeBreak();
      if (!this.keys.inFlow) this.keyAllowed = true;
    }
  }

  private take(kind: TokenKind, length: number): void {
    this.push(kind, this.at.pos, this.at.pos + length);
    this.at.pos += length;
  }

  private push(kind: TokenKind, start: number, end: number, text = "", style: ScalarStyle = "plain"): void {
    this.tokens.push({ kind, start, end, text, style });
  }

  /** A key may start at the next token. */
  private saveKey(): void {
    if (!this.keyAllowed) return;
    const { pos: start, lineStart, column } = this.at;
    this.keys.save({ token: this.tokens.length, start, lineStart, required: !this.keys.inFlow && this.indent === column });
  }

  private openBlock(column: number, kind: "blockListStart" | "blockMapStart", before: number, start: number): void {
    if (this.keys.inFlow || this.indent >= column) return;
    this.indents.push(this.indent);
    this.indent = column;
    this.tokens.splice(before, 0, { kind, start, end: start, text: "", style: "plain" });
  }

  private closeBlocks(column: number): void {
    if (this.keys.inFlow) return;
    while (this.indent > column) {
      this.push("blockEnd", this.at.pos, this.at.pos);
      this.indent = this.indents.pop() ?? -1;
    }
  }

  private fetchEnd(): void {
    this.closeBlocks(-1);
    this.keys.drop();
    this.keyAllowed = false;
    this.finished = true;
    this.take("end", 0);
  }

  private fetchDocumentMarker(kind: "documentStart" | "documentEnd"): void {
    this.closeBlocks(-1);
    this.keys.drop();
    this.keyAllowed = false;
    this.take(kind, 3);
  }

  private fetchOpening(kind: "flowListStart" | "flowMapStart"): void {
    this.saveKey();
    this.keys.open();
    this.keyAllowed = true;
    this.take(kind, 1);
  }

  private fetchClosing(kind: "flowListEnd" | "flowMapEnd"): void {
    this.keys.drop();
    this.keys.close();
    this.keyAllowed = false;
    this.take(kind, 1);
  }

  private fetchComma(): void {
    this.keys.drop();
    this.keyAllowed = true;
    this.take("comma", 1);
  }

  private fetchDash(): void {
    if (!this.keys.inFlow) {
      if (!this.keyAllowed) throw new YamlError("syntax", "a list item cannot start here", this.at.pos, this.at.pos + 1);
      this.openBlock(this.at.column, "blockListStart", this.tokens.length, this.at.pos);
    }
    this.keys.drop();
    this.keyAllowed = true;
    this.take("dash", 1);
  }

  private fetchKey(): void {
    if (!this.keys.inFlow) {
      if (!this.keyAllowed) throw new YamlError("syntax", "a key cannot start here", this.at.pos, this.at.pos + 1);
      this.openBlock(this.at.column, "blockMapStart", this.tokens.length, this.at.pos);
    }
    this.keys.drop();
    this.keyAllowed = !this.keys.inFlow;
    this.take("key", 1);
  }

  private fetchValue(): void {
    const key = this.keys.current;
    if (key !== undefined && this.isAlive(key)) {
      this.tokens.splice(key.token, 0, { kind: "key", start: key.start, end: key.start, text: "", style: "plain" });
      this.openBlock(key.start - key.lineStart, "blockMapStart", key.token, key.start);
      this.keys.forget();
      this.keyAllowed = false;
    } else {
      if (!this.keys.inFlow) {
        if (!this.keyAllowed) throw misplacedColon(this.at, this.tokens.at(-1));
        this.openBlock(this.at.column, "blockMapStart", this.tokens.length, this.at.pos);
      }
      this.keyAllowed = !this.keys.inFlow;
    }
    this.take("value", 1);
  }

  private fetchName(kind: "alias" | "anchor"): void {
    this.saveKey();
    this.keyAllowed = false;
    const at = this.at;
    const start = at.pos++;
    while (isWord(at.peek())) at.pos++;
    if (at.pos === start + 1 || !(isBlankOrEnd(at.peek()) || "?:,]}%@`".includes(at.text.charAt(at.pos))))
      throw new YamlError("syntax", `the name of an ${kind} has letters, digits, _ and - only`, start, at.pos + 1);
    this.push(kind, start, at.pos, at.text.slice(start + 1, at.pos));
  }

  private fetchTag(): void {
    this.saveKey();
    this.keyAllowed = false;
    const at = this.at;
    const start = at.pos;
    const text = scanTag(at);
    this.push("tag", start, at.pos, text);
  }

  private fetchBlockScalar(style: "literal" | "folded"): void {
    this.keys.drop();
    this.keyAllowed = true;
    const start = this.at.pos;
    const { text, end } = scanBlock(this.at, this.indent);
    this.push("scalar", start, end, text, style);
  }

  private fetchQuoted(style: "single" | "double"): void {
    this.saveKey();
    this.keyAllowed = false;
    const start = this.at.pos;
    const { text, end } = scanQuoted(this.at);
    if (isTemplateScalar(text, true)) this.sawTemplate = true;
    this.push("scalar", start, end, text, style);
  }

  private fetchPlain(code: number): void {
    if (!this.startsPlain(code)) throw misplacedCharacter(this.at);
    this.saveKey();
    this.keyAllowed = false;
    const start = this.at.pos;
    const { text, end, onNewLine } = scanPlain(this.at, this.indent + 1, this.keys.inFlow);
    if (onNewLine) this.keyAllowed = true;
    if (isTemplateScalar(text, false)) this.sawTemplate = true;
    this.push("scalar", start, end, text);
  }
}

/** `-`, `?` and `:` may start a plain scalar in some places; these characters never do. */
const notPlain: ReadonlySet<number> = new Set([...",[]{}#&*!|>'\"%@`"].map((character) => character.charCodeAt(0)));
