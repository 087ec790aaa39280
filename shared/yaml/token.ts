/**
 * What the scanner makes of the text, and the grammar reads.
 * Counterpart in Go: go-yaml v2 `yaml_token_t` (yamlh.go).
 */
import type { ScalarStyle } from "./node.ts";

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
