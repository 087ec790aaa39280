/**
 * The places where a key without `?` may have started, one for each level of brackets: it is a key if a `:` follows on the same line.
 * Invariant: the first level is that of the blocks and is always there.
 * Counterpart in Go: the simple keys of go-yaml v2 scannerc.go.
 */
import { YamlError } from "./node.ts";

export interface SimpleKey {
  /** Index of the token that would be the key. */
  readonly token: number;
  readonly start: number;
  readonly lineStart: number;
  /** The block continues only with a key here. */
  readonly required: boolean;
}

const longestKey = 1024;

export class SimpleKeys {
  private readonly text: string;
  private readonly levels: (SimpleKey | undefined)[] = [undefined];
  private readonly byToken: Map<number, SimpleKey> = new Map();

  constructor(text: string) {
    this.text = text;
  }

  /** Whether the text is within brackets. */
  get inFlow(): boolean {
    return this.levels.length > 1;
  }

  get current(): SimpleKey | undefined {
    return this.levels.at(-1);
  }

  forToken(token: number): SimpleKey | undefined {
    return this.byToken.get(token);
  }

  open(): void {
    this.levels.push(undefined);
  }

  close(): void {
    if (this.inFlow) this.levels.pop();
  }

  save(key: SimpleKey): void {
    this.drop();
    this.levels[this.levels.length - 1] = key;
    this.byToken.set(key.token, key);
  }

  /** What was saved at this level is no key. */
  drop(): void {
    if (this.current?.required === true) throw this.missingColon(this.current);
    this.forget();
  }

  /** What was saved at this level is a key by now. */
  forget(): void {
    if (this.current === undefined) return;
    this.byToken.delete(this.current.token);
    this.levels[this.levels.length - 1] = undefined;
  }

  /** Whether a `:` at this place would still make it a key. */
  isAlive(key: SimpleKey, pos: number, lineStart: number): boolean {
    if (key.lineStart === lineStart && pos - key.start <= longestKey) return true;
    if (key.required) throw this.missingColon(key);
    return false;
  }

  private missingColon(key: SimpleKey): YamlError {
    const length = this.text.slice(key.start).search(/[\r\n]/);
    const end = length < 0 ? this.text.length : key.start + length;
    return new YamlError("syntax", "a key needs a colon behind it", key.start, Math.max(end, key.start + 1));
  }
}
