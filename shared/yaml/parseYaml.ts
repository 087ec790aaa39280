/**
 * Tokens → tree: the grammar of YAML 1.1.
 * Invariant: only the first document of the text is read; nesting is bounded; throws nothing but YamlError.
 * Counterpart in Go: go-yaml v2 parserc.go and the node tree of decode.go.
 */
import { maxDepth } from "../fieldpath/value.ts";
import { forbiddenCharacter } from "./cursor.ts";
import { type AliasNode, type CollectionNode, type Entry, type ScalarStyle, YamlError, type YamlNode } from "./node.ts";
import { Scanner } from "./scanner.ts";
import type { Token, TokenKind } from "./token.ts";

export interface ParsedYaml {
  /** Undefined where the text holds nothing but blanks and comments. */
  readonly root: YamlNode | undefined;
  readonly error: YamlError | undefined;
  /** Where the document ends; what follows `...` or a closed root is lost. */
  readonly end: number;
  /** A `{{` stands where a template engine would replace it, as far as the text was read. */
  readonly sawTemplate: boolean;
}

/** The tree of the document that starts at `from`. */
export function parseYaml(text: string, from: number): ParsedYaml {
  const scanner = new Scanner(text, from);
  try {
    const forbidden = forbiddenCharacter(text, from);
    if (forbidden >= 0) throw new YamlError("syntax", "control characters are not allowed in YAML", forbidden, forbidden + 1);
    const { root, end } = new Parser(scanner).document();
    return { root, error: undefined, end, sawTemplate: scanner.sawTemplate };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return { root: undefined, error, end: error.end, sawTemplate: scanner.sawTemplate };
  }
}

/** Anchor and tag in front of a node. */
interface Properties {
  readonly start: number;
  readonly end: number;
  readonly anchor: string | undefined;
  readonly tag: string | undefined;
}

class Parser {
  private readonly scanner: Scanner;
  private readonly anchors: Map<string, YamlNode> = new Map();
  /** Keys and indexes of the nodes that are being read, for messages. */
  private readonly path: (string | number)[] = [];

  constructor(scanner: Scanner) {
    this.scanner = scanner;
  }

  document(): { readonly root: YamlNode | undefined; readonly end: number } {
    const first = this.scanner.peek();
    if (first.kind === "end") return { root: undefined, end: first.end };
    if (first.kind === "documentStart") {
      this.scanner.next();
      if (this.nextIs("end", "documentStart", "documentEnd")) return { root: undefined, end: first.end };
    }
    const root = this.node(true, false);
    return { root, end: this.nextIs("documentEnd") ? this.scanner.peek().start : root.end };
  }

  private nextIs(...kinds: readonly TokenKind[]): boolean {
    return kinds.includes(this.scanner.peek().kind);
  }

  /** `inBlock`: a block may start here. `dashes`: so may a list whose dashes stand below the key. */
  private node(inBlock: boolean, dashes: boolean): YamlNode {
    const first = this.scanner.peek();
    if (first.kind === "alias") return this.alias(this.scanner.next());
    const properties = this.properties(first.start);
    const token = this.scanner.peek();
    if (dashes && token.kind === "dash") return this.blockList(properties, false);
    switch (token.kind) {
      case "scalar":
        this.scanner.next();
        return this.scalar(properties, token.end, token.text, token.style);
      case "flowListStart":
        return this.flowList(properties);
      case "flowMapStart":
        return this.flowMap(properties);
      case "blockListStart":
        if (inBlock) return this.blockList(properties, true);
        break;
      case "blockMapStart":
        if (inBlock) return this.blockMap(properties);
        break;
    }
    if (properties.anchor !== undefined || properties.tag !== undefined) return this.scalar(properties, properties.end, "", "absent");
    throw unexpected(token);
  }

  private properties(start: number): Properties {
    let anchor: string | undefined;
    let tag: string | undefined;
    let end = start;
    for (;;) {
      const { kind } = this.scanner.peek();
      if (!((kind === "anchor" && anchor === undefined) || (kind === "tag" && tag === undefined))) return { start, end, anchor, tag };
      const token = this.scanner.next();
      end = token.end;
      if (kind === "anchor") anchor = token.text;
      else tag = token.text;
    }
  }

  private alias(token: Token): AliasNode {
    const { start, end, text: name } = token;
    const target = this.anchors.get(name);
    if (target === undefined) throw at(token, "no anchor of this name stands before the alias in its document");
    const node: AliasNode = { kind: "alias", start, end, anchor: undefined, tag: undefined, uses: [], name, target };
    target.uses.push(node);
    return node;
  }

  private named<N extends YamlNode>(node: N): N {
    if (node.anchor !== undefined) this.anchors.set(node.anchor, node);
    return node;
  }

  private scalar({ start, anchor, tag }: Properties, end: number, text: string, style: ScalarStyle): YamlNode {
    return this.named({ kind: "scalar", start, end, anchor, tag, uses: [], style, text });
  }

  private absent(offset: number): YamlNode {
    return { kind: "scalar", start: offset, end: offset, anchor: undefined, tag: undefined, uses: [], style: "absent", text: "" };
  }

  private collection(kind: CollectionNode["kind"], { start, anchor, tag }: Properties, flow: boolean): Growing {
    return this.named({ kind, start, end: start, anchor, tag, uses: [], flow, entries: [] as Entry[] });
  }

  /** Reads a part of the collection; `step` is the part's key or index. */
  private below<T>(step: string | number, read: () => T): T {
    this.path.push(step);
    if (this.path.length > maxDepth) {
      const token = this.scanner.peek();
      throw new YamlError("too-deep", `nested deeper than ${maxDepth} levels at ${shortened(this.path)}`, token.start, token.end);
    }
    const part = read();
    this.path.pop();
    return part;
  }

  private key(inBlock: boolean): YamlNode {
    return this.below("?", () => this.node(inBlock, inBlock));
  }

  private blockList(properties: Properties, indented: boolean): YamlNode {
    const list = this.collection("list", properties, false);
    if (indented) this.scanner.next();
    while (this.nextIs("dash")) {
      const dash = this.scanner.next();
      const none = indented ? this.nextIs("dash", "blockEnd") : this.nextIs("dash", "key", "value", "blockEnd");
      const value = none ? this.absent(dash.end) : this.below(list.entries.length, () => this.node(true, false));
      list.entries.push({ start: dash.start, key: undefined, value, comma: undefined });
      list.end = value.end;
    }
    if (!indented) return list;
    const end = this.scanner.next();
    if (end.kind !== "blockEnd") throw unexpected(end, "a dash or the end of the list");
    return list;
  }

  private blockMap(properties: Properties): YamlNode {
    const map = this.collection("map", properties, false);
    this.scanner.next();
    for (;;) {
      const mark = this.scanner.next();
      if (mark.kind === "blockEnd") return map;
      if (mark.kind !== "key") throw unexpected(mark, "a key");
      const key = this.nextIs("key", "value", "blockEnd") ? this.absent(mark.end) : this.key(true);
      let value = this.absent(key.end);
      if (this.nextIs("value")) {
        const colon = this.scanner.next();
        const none = this.nextIs("key", "value", "blockEnd");
        value = none ? this.absent(colon.end) : this.below(stepOf(key), () => this.node(true, true));
      }
      map.entries.push({ start: mark.start, key, value, comma: undefined });
      map.end = value.end;
    }
  }

  private flowList(properties: Properties): YamlNode {
    const list = this.collection("list", properties, true);
    this.entriesUntil("flowListEnd", list, () => {
      const mark = this.scanner.peek();
      const value = this.below(list.entries.length, () => (mark.kind === "key" ? this.singlePair() : this.node(false, false)));
      return { start: value.start, key: undefined, value, comma: undefined };
    });
    return list;
  }

  /** `[key: value]`: a map with one key, without braces. */
  private singlePair(): YamlNode {
    const { start } = this.scanner.peek();
    const map = this.collection("map", { start, end: start, anchor: undefined, tag: undefined }, true);
    const entry = this.flowEntry("flowListEnd");
    map.entries.push(entry);
    map.end = entry.value.end;
    return map;
  }

  private flowMap(properties: Properties): YamlNode {
    const map = this.collection("map", properties, true);
    this.entriesUntil("flowMapEnd", map, () => {
      if (this.nextIs("key")) return this.flowEntry("flowMapEnd");
      const key = this.key(false);
      return { start: key.start, key, value: this.absent(key.end), comma: undefined };
    });
    return map;
  }

  private flowEntry(close: TokenKind): Entry {
    const mark = this.scanner.next();
    const key = this.nextIs("value", "comma", close) ? this.absent(mark.end) : this.key(false);
    if (!this.nextIs("value")) return { start: mark.start, key, value: this.absent(key.end), comma: undefined };
    const colon = this.scanner.next();
    const value = this.nextIs("comma", close) ? this.absent(colon.end) : this.below(stepOf(key), () => this.node(false, false));
    return { start: mark.start, key, value, comma: undefined };
  }

  private entriesUntil(close: TokenKind, into: Growing, read: () => Entry): void {
    const opening = this.scanner.next();
    while (!this.nextIs(close)) {
      const last = into.entries.at(-1);
      if (last !== undefined) {
        const token = this.scanner.next();
        const bracket = bracketName(opening);
        if (token.kind === "end") throw at(opening, `this ${bracket} is never closed`);
        if (token.kind !== "comma") throw unexpected(token, `a comma or the end of the ${bracket}`);
        last.comma = token.start;
        if (this.nextIs(close)) break;
      }
      if (this.nextIs("end")) throw at(opening, `this ${bracketName(opening)} is never closed`);
      into.entries.push(read());
    }
    into.end = this.scanner.next().end;
  }
}

function bracketName(opening: Token): string {
  return opening.kind === "flowListStart" ? "bracket" : "brace";
}

/** A collection while it is being read. */
type Growing = CollectionNode & { end: number };

function stepOf(key: YamlNode): string {
  return key.kind === "scalar" ? key.text : "?";
}

function shortened(path: readonly (string | number)[]): string {
  const print = (step: string | number): string => (typeof step === "number" ? `[${step}]` : `.${step}`);
  return `${path.slice(0, 5).map(print).join("")}…${path.slice(-2).map(print).join("")}`;
}

function at(token: Token, message: string): YamlError {
  return new YamlError("syntax", message, token.start, token.end);
}

function unexpected(token: Token, wanted = "a value"): YamlError {
  return at(token, token.kind === "end" ? `the text ends where ${wanted} is expected` : `${wanted} is expected here`);
}
