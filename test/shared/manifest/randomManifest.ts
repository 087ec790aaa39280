import fc from "fast-check";
import type { Value } from "../../../shared/fieldpath/value.ts";

/**
 * Manifests in every style of writing. The styles come from a stream of numbers, so that a failing case shrinks to plain block style.
 */
export interface RandomManifest {
  readonly text: string;
  readonly comments: readonly string[];
}

const keys = ["a", "b", "c-d", "e.f/g", "two words", "😀", "y", "1", "__proto__"];
const texts = [
  "x",
  "",
  "yes",
  "12",
  "1.5",
  "a: b",
  "# no",
  "é😀",
  "it's",
  'say "x"',
  "line\nline\n",
  "line\n\n  more",
  "- x",
  "{{ x }}",
  "~",
];

/** A map whose values nest up to four deep. */
export const randomTree: fc.Arbitrary<Value> = fc.letrec<{ node: Value; map: Value }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(fc.constantFrom<Value>(...texts), fc.constantFrom<Value>(1, 0, -2.5, true, null)),
    fc.array(tie("node"), { maxLength: 3 }),
    tie("map"),
  ),
  map: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...keys), tie("node")), { selector: ([key]) => key, minLength: 1, maxLength: 4 })
    .map((entries): Value => new Map(entries)),
})).map;

export const randomStyle: fc.Arbitrary<readonly number[]> = fc.array(fc.nat(11), { minLength: 1, maxLength: 40 });

/** The object with `spec` as its content, written in the given style. */
export function writeManifest(spec: Value, style: readonly number[]): RandomManifest {
  const writer = new Writer(style);
  const root = new Map<string, Value>([
    ["apiVersion", "example.test/v1"],
    ["kind", "Sample"],
    ["metadata", new Map([["name", "x"]])],
    ["spec", spec],
  ]);
  const body = style[0] === 11 ? `${writer.json(root, 0)}\n` : `${writer.blockEntries(root, 0).join("\n")}\n`;
  const text = style[0] === 10 ? body.replaceAll("\n", "\r\n") : style[0] === 9 ? body.trimEnd() : body;
  // A comment may have been written in an attempt that came to nothing.
  const lines = new Set(text.split("\n").map((line) => line.trim()));
  return { text, comments: writer.comments.filter((comment) => lines.has(comment)) };
}

class Writer {
  readonly comments: string[] = [];
  private readonly style: readonly number[];
  private at = 0;

  constructor(style: readonly number[]) {
    this.style = style;
  }

  json(value: Value, column: number): string {
    const pad = " ".repeat(column + 2);
    const close = `\n${" ".repeat(column)}`;
    if (value instanceof Map && value.size > 0) {
      const parts = [...value].map(([key, item]) => `${pad}${JSON.stringify(key)}: ${this.json(item as Value, column + 2)}`);
      return `{\n${parts.join(",\n")}${close}}`;
    }
    if (Array.isArray(value) && value.length > 0)
      return `[\n${value.map((item) => pad + this.json(item, column + 2)).join(",\n")}${close}]`;
    return value instanceof Map ? "{}" : JSON.stringify(value);
  }

  blockEntries(map: ReadonlyMap<string, Value>, column: number): string[] {
    const pad = " ".repeat(column);
    return [...map].flatMap(([key, value]) => {
      const before = this.pick() === 1 ? [`${pad}${this.comment()}`] : this.pick() === 1 ? [""] : [];
      const written = this.key(key);
      return [
        ...before,
        ...this.entry(column === 0 || this.pick() !== 2 ? `${pad}${written}:` : `${pad}? ${written}\n${pad}:`, value, column),
      ];
    });
  }

  private blockItems(list: readonly Value[], column: number): string[] {
    const pad = " ".repeat(column);
    return list.flatMap((item) => {
      const before = this.pick() === 1 ? [`${pad}${this.comment()}`] : [];
      const lines = this.compact(item, column);
      return [...before, ...(lines ?? this.entry(`${pad}-`, item, column + 1))];
    });
  }

  /** A map or list that starts behind the dash of its parent. */
  private compact(item: Value, column: number): string[] | undefined {
    const isCollection = (item instanceof Map && item.size > 0) || (Array.isArray(item) && item.length > 0);
    if (!isCollection || this.pick() < 3) return undefined;
    const lines = item instanceof Map ? this.blockEntries(item, column + 2) : this.blockItems(item as readonly Value[], column + 2);
    const [first = "", ...rest] = lines;
    if (first.trim() === "" || first.trimStart().startsWith("#")) return undefined;
    return [`${" ".repeat(column)}- ${first.trimStart()}`, ...rest];
  }

  private entry(lead: string, value: Value, column: number): string[] {
    const note = this.pick() === 3 ? ` # note ${this.at}` : "";
    if (value instanceof Map && value.size > 0 && this.pick() < 8) {
      return [`${lead}${note}`, ...this.blockEntries(value, column + 1 + (this.pick() % 3))];
    }
    if (Array.isArray(value) && value.length > 0 && this.pick() < 8) {
      const indented = lead.trimEnd().endsWith(":") && this.pick() < 5 ? column : column + 2;
      return [`${lead}${note}`, ...this.blockItems(value, indented)];
    }
    if (typeof value === "string" && value.includes("\n") && this.pick() < 8) return [`${lead} ${this.blockScalar(value, column)}`];
    return [`${lead} ${this.flow(value, column)}${note}`];
  }

  private blockScalar(text: string, column: number): string {
    const header = text.endsWith("\n\n") ? "|+" : text.endsWith("\n") ? "|" : "|-";
    const lines = text.replace(/\n$/, "").split("\n");
    const pad = " ".repeat(column + 2);
    return [header, ...lines.map((line) => (line === "" ? "" : pad + line))].join("\n");
  }

  private flow(value: Value, column: number): string {
    const isWide = this.pick() === 4;
    const gap = isWide ? `\n${" ".repeat(column + 2)}` : this.pick() === 5 ? " " : "";
    const separator = isWide ? `,${gap}` : ", ";
    const close = isWide ? `\n${" ".repeat(column)}` : gap;
    if (value instanceof Map) {
      const parts = [...value].map(([key, item]) => `${this.key(key)}: ${this.flow(item as Value, column + 2)}`);
      return parts.length === 0 ? "{}" : `{${gap}${parts.join(separator)}${this.pick() === 6 ? "," : ""}${close}}`;
    }
    if (Array.isArray(value)) {
      const parts = value.map((item) => this.flow(item, column + 2));
      return parts.length === 0 ? "[]" : `[${gap}${parts.join(separator)}${this.pick() === 6 ? "," : ""}${close}]`;
    }
    if (typeof value !== "string") return String(value);
    if (!value.includes("\n") && this.pick() < 4) return `'${value.replaceAll("'", "''")}'`;
    return /^[x]$/.test(value) ? value : JSON.stringify(value);
  }

  private key(key: string): string {
    if (/^(a|b|c-d|e\.f\/g|two words)$/.test(key) || /^[a-zA-Z]{3,}$/.test(key)) return this.pick() === 7 ? `"${key}"` : key;
    return JSON.stringify(key);
  }

  private comment(): string {
    const comment = `# comment ${this.comments.length}`;
    this.comments.push(comment);
    return comment;
  }

  private pick(): number {
    return this.style[this.at++ % this.style.length] ?? 0;
  }
}
