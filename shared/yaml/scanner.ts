/**
 * YAML text → tokens, on demand: nothing behind what the parser asks for is looked at, since go-yaml does not look there either.
 * Indentation and simple keys (keys without `?`) become tokens here, so that the grammar needs no look-ahead.
 * Invariant: tokens come in text order; every `blockMapStart` and `blockListStart` has its `blockEnd`.
 * Counterpart in Go: go-yaml v2 scannerc.go (YAML 1.1; where it differs from the specification, go-yaml is followed).
 */
import { Cursor, dash, hash, isBlank, isBlankOrEnd, isBreak, isWord, space, tab } from "./cursor.ts";
import { type ScalarStyle, YamlError } from "./node.ts";
import { scanBlock, scanPlain, scanQuoted } from "./scalars.ts";
import { isTemplateScalar } from "./templates.ts";

export type TokenKind =
  | "end"
  | "documentStart"
  | "documentEnd"
  | "blockListStart"
  | "blockMapStart"
  | "blockEnd"
  | "flowListStart"
  | "flowListEnd"
  | "flowMapStart"
  | "flowMapEnd"
  | "comma"
  | "dash"
  | "key"
  | "value"
  | "alias"
  | "anchor"
  | "tag"
  | "scalar";

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** A scalar's content, the name of an anchor or alias, a tag in full. */
  readonly text: string;
  readonly style: ScalarStyle;
}

/** A place where a key without `?` may have started: it is one if a `:` follows on the same line. */
interface SimpleKey {
  readonly token: number;
  readonly start: number;
  readonly lineStart: number;
  /** The block continues only with a key here. */
  readonly required: boolean;
}

const longestSimpleKey = 1024;

export class Scanner {
  /** A `{{` stands where a template engine would replace it before anybody reads this as YAML. */
  sawTemplate = false;
  private readonly at: Cursor;
  private readonly tokens: Token[] = [];
  private head = 0;
  /** Column of the innermost block, −1 outside of all. */
  private indent = -1;
  private readonly indents: number[] = [];
  /** The possible simple key of each flow level; the first is that of the block. */
  private readonly keys: (SimpleKey | undefined)[] = [undefined];
  private readonly keysByToken: Map<number, SimpleKey> = new Map();
  private keyAllowed = true;
  private finished = false;

  constructor(text: string, from: number) {
    this.at = new Cursor(text, from);
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
    const key = this.keysByToken.get(this.head);
    return key !== undefined && this.isAlive(key);
  }

  private isAlive(key: SimpleKey): boolean {
    if (!this.finished && key.lineStart === this.at.lineStart && this.at.pos - key.start <= longestSimpleKey) return true;
    if (key.required) throw this.missingColon(key);
    return false;
  }

  private missingColon(key: SimpleKey): YamlError {
    const lineEnd = this.at.text.slice(key.start).search(/[\r\n]/);
    const end = lineEnd < 0 ? this.at.text.length : key.start + lineEnd;
    return new YamlError("syntax", "a key needs a colon behind it", key.start, Math.max(end, key.start + 1));
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
        if (apart || this.inFlow) this.fetchKey();
        return apart || this.inFlow;
      case 0x3a: // :
        if (apart || this.inFlow) this.fetchValue();
        return apart || this.inFlow;
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
        if (!this.inFlow) this.fetchBlockScalar(code === 0x7c ? "literal" : "folded");
        return !this.inFlow;
      case 0x27: // '
      case 0x22: // "
        this.fetchQuoted(code === 0x27 ? "single" : "double");
        return true;
      default:
        return false;
    }
  }

  private get inFlow(): boolean {
    return this.keys.length > 1;
  }

  private unstartable(code: number): YamlError {
    const { pos, column } = this.at;
    if (code === 0x25 && column === 0) return new YamlError("syntax", "kubectl takes no directives", pos, pos + 1);
    const shown = code === tab ? "a tab" : `\`${this.at.text.charAt(pos)}\``;
    return new YamlError("syntax", `nothing can start with ${shown} here`, pos, pos + 1);
  }

  private startsPlain(code: number): boolean {
    if (code === dash) return !isBlank(this.at.peek(1));
    if (code === 0x3f || code === 0x3a) return !this.inFlow && !isBlankOrEnd(this.at.peek(1));
    return code !== tab && !notPlain.has(code);
  }

  /** Passes blanks, comments and line breaks. A tab may not indent what could be a key. */
  private skipToToken(): void {
    const at = this.at;
    for (;;) {
      for (let code = at.peek(); code === space || (code === tab && (this.inFlow || !this.keyAllowed)); code = at.peek()) at.pos++;
      if (at.peek() === hash) at.skipToBreak();
      if (!isBreak(at.peek())) return;
      at.takeBreak();
      if (!this.inFlow) this.keyAllowed = true;
    }
  }

  private take(kind: TokenKind, length: number): void {
    this.push(kind, this.at.pos, this.at.pos + length);
    this.at.pos += length;
  }

  private push(kind: TokenKind, start: number, end: number, text = "", style: ScalarStyle = "plain"): void {
    this.tokens.push({ kind, start, end, text, style });
  }

  /** Remembers that a key may start at the next token. */
  private saveKey(): void {
    if (!this.keyAllowed) return;
    this.dropKey();
    const { pos: start, lineStart, column } = this.at;
    const key = { token: this.tokens.length, start, lineStart, required: !this.inFlow && this.indent === column };
    this.keys[this.keys.length - 1] = key;
    this.keysByToken.set(key.token, key);
  }

  /** What was remembered at this level is no key. */
  private dropKey(): void {
    const key = this.keys.at(-1);
    if (key === undefined) return;
    if (key.required) throw this.missingColon(key);
    this.forgetKey(key);
  }

  private forgetKey(key: SimpleKey): void {
    this.keys[this.keys.length - 1] = undefined;
    this.keysByToken.delete(key.token);
  }

  private openBlock(column: number, kind: "blockListStart" | "blockMapStart", before: number, start: number): void {
    if (this.inFlow || this.indent >= column) return;
    this.indents.push(this.indent);
    this.indent = column;
    this.tokens.splice(before, 0, { kind, start, end: start, text: "", style: "plain" });
  }

  private closeBlocks(column: number): void {
    if (this.inFlow) return;
    while (this.indent > column) {
      this.push("blockEnd", this.at.pos, this.at.pos);
      this.indent = this.indents.pop() ?? -1;
    }
  }

  private fetchEnd(): void {
    this.closeBlocks(-1);
    this.dropKey();
    this.keyAllowed = false;
    this.finished = true;
    this.take("end", 0);
  }

  private fetchDocumentMarker(kind: "documentStart" | "documentEnd"): void {
    this.closeBlocks(-1);
    this.dropKey();
    this.keyAllowed = false;
    this.take(kind, 3);
  }

  private fetchOpening(kind: "flowListStart" | "flowMapStart"): void {
    this.saveKey();
    this.keys.push(undefined);
    this.keyAllowed = true;
    this.take(kind, 1);
  }

  private fetchClosing(kind: "flowListEnd" | "flowMapEnd"): void {
    this.dropKey();
    if (this.inFlow) this.keys.pop();
    this.keyAllowed = false;
    this.take(kind, 1);
  }

  private fetchComma(): void {
    this.dropKey();
    this.keyAllowed = true;
    this.take("comma", 1);
  }

  private fetchDash(): void {
    if (!this.inFlow) {
      if (!this.keyAllowed) throw new YamlError("syntax", "a list item cannot start here", this.at.pos, this.at.pos + 1);
      this.openBlock(this.at.column, "blockListStart", this.tokens.length, this.at.pos);
    }
    this.dropKey();
    this.keyAllowed = true;
    this.take("dash", 1);
  }

  private fetchKey(): void {
    if (!this.inFlow) {
      if (!this.keyAllowed) throw new YamlError("syntax", "a key cannot start here", this.at.pos, this.at.pos + 1);
      this.openBlock(this.at.column, "blockMapStart", this.tokens.length, this.at.pos);
    }
    this.dropKey();
    this.keyAllowed = !this.inFlow;
    this.take("key", 1);
  }

  private fetchValue(): void {
    const key = this.keys.at(-1);
    if (key !== undefined && this.isAlive(key)) {
      this.tokens.splice(key.token, 0, { kind: "key", start: key.start, end: key.start, text: "", style: "plain" });
      this.openBlock(key.start - key.lineStart, "blockMapStart", key.token, key.start);
      this.forgetKey(key);
      this.keyAllowed = false;
    } else {
      if (!this.inFlow) {
        if (!this.keyAllowed) throw new YamlError("syntax", "a value cannot start here", this.at.pos, this.at.pos + 1);
        this.openBlock(this.at.column, "blockMapStart", this.tokens.length, this.at.pos);
      }
      this.keyAllowed = !this.inFlow;
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
    tagPattern.lastIndex = start;
    const [written = "!", verbatim, handle, suffix] = tagPattern.exec(at.text) ?? [];
    at.pos += written.length;
    if ((handle !== undefined && handle !== "!") || !isBlankOrEnd(at.peek()))
      throw new YamlError("syntax", "this is no tag that kubectl knows", start, at.pos);
    this.push("tag", start, at.pos, verbatim ?? (handle === undefined ? written : `tag:yaml.org,2002:${suffix}`));
  }

  private fetchBlockScalar(style: "literal" | "folded"): void {
    this.dropKey();
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
    if (!this.startsPlain(code)) throw this.unstartable(code);
    this.saveKey();
    this.keyAllowed = false;
    const start = this.at.pos;
    const { text, end, onNewLine } = scanPlain(this.at, this.indent + 1, this.inFlow);
    if (onNewLine) this.keyAllowed = true;
    if (isTemplateScalar(text, false)) this.sawTemplate = true;
    this.push("scalar", start, end, text);
  }
}

/** `-`, `?` and `:` may start a plain scalar in some places; these characters never do. */
const notPlain: ReadonlySet<number> = new Set([...",[]{}#&*!|>'\"%@`"].map((character) => character.charCodeAt(0)));

const tagCharacter = "(?:[\\w;/?:@&=+$,.!~*'()\\[\\]-]|%[0-9A-Fa-f]{2})";
/** `!<verbatim>`, or `!handle!suffix` (the handle `!` is YAML's own), or `!suffix`, or `!` alone. */
const tagPattern: RegExp = new RegExp(`!(?:<(${tagCharacter}+)>|([\\w-]*!)(${tagCharacter}+)|(?![\\w-]*!)${tagCharacter}*)`, "y");
