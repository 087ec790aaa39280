/**
 * The tree of a YAML or JSON text, with the place of every part.
 * Invariant: offsets are UTF-16 units in the text that was parsed; a node's range lies within its parent's; every alias has a target.
 * Counterpart in Go: go-yaml v2 `node` (decode.go), which keeps no ends.
 */
import type { Value } from "../fieldpath/value.ts";

export type YamlNode = ScalarNode | MapNode | ListNode | AliasNode;

interface NodeBase {
  /** Where the node's anchor, tag or content starts, whichever stands first. */
  readonly start: number;
  /** The end of its content, without the line break and comment behind it. */
  readonly end: number;
  readonly anchor: string | undefined;
  /** Resolved: `!!str` is `tag:yaml.org,2002:str`. */
  readonly tag: string | undefined;
  /** The aliases that stand for this node. */
  readonly uses: AliasNode[];
}

/** `json`: a number of a JSON text; `absent`: nothing is written where a value could be. */
export type ScalarStyle = "plain" | "single" | "double" | "literal" | "folded" | "json" | "absent";

export interface ScalarNode extends NodeBase {
  readonly kind: "scalar";
  readonly style: ScalarStyle;
  /** The content with quotes, escapes and folding undone. */
  readonly text: string;
}

export interface AliasNode extends NodeBase {
  readonly kind: "alias";
  readonly name: string;
  readonly target: YamlNode;
}

interface Collection extends NodeBase {
  /** Written with brackets. */
  readonly flow: boolean;
  readonly entries: Entry[];
}

/** `value` is filled in when the node is evaluated. */
export interface MapNode extends Collection {
  readonly kind: "map";
  value?: Map<string, Value>;
}

export interface ListNode extends Collection {
  readonly kind: "list";
  value?: Value[];
}

export type CollectionNode = MapNode | ListNode;

/** A key with its value, or a list item. */
export interface Entry {
  /** Where the entry starts: at its `?` or dash where it has one, else at its key or item. */
  readonly start: number;
  readonly key: YamlNode | undefined;
  readonly value: YamlNode;
  /** The comma behind the entry, in a flow collection. */
  comma: number | undefined;
  /** The key as it reads in JSON; filled in when the map is evaluated. Undefined for list items and for `<<`. */
  name?: string;
  /** `<<`: the value's keys are written into the map here; filled in when the map is evaluated. */
  merge?: boolean;
}

/** The node that an alias stands for, else the node itself. */
export function targetOf(node: YamlNode): ScalarNode | CollectionNode {
  let at = node;
  while (at.kind === "alias") at = at.target;
  return at;
}

/** Trouble at a place of the text; thrown and caught within this folder and by those that parse. */
export class YamlError extends Error {
  readonly code: "syntax" | "bad-value" | "too-deep" | "excessive-aliasing";
  readonly start: number;
  readonly end: number;

  constructor(code: YamlError["code"], message: string, start: number, end: number) {
    super(message);
    this.code = code;
    this.start = start;
    this.end = end;
  }
}
