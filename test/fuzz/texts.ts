/** Manifests as people and machines write them, and as typing, merging and templates break them. */
import type { ValueMap } from "../../shared/fieldpath/value.ts";
import type { Draws } from "./draws.ts";
import { mapOf } from "./values.ts";

const head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n";
const heads = words(
  `${head}¦${head}¦apiVersion: 1\nkind: C\n¦kind: C\nmetadata: {name: 1}\n¦kind: C\nmetadata: {labels: {a: yes}}\n¦kind: 1\n¦` +
    "kind: C\nmetadata: {creationTimestamp: 2001-12-14}\n¦kind: C\nmetadata: {generation: 1.5, finalizers: [~, 1]}\n¦apiVersion: a/b/c\nkind: C\n¦" +
    'kind: C\nmetadata:\n  creationTimestamp: "2001-12-14T01:02:03Z"\n  deletionGracePeriodSeconds: 9223372036854775808\n¦kind: C\nmetadata: []\n¦' +
    "kind: C\nmetadata:\n  ownerReferences: [{uid: 1}]\n¦kind: C\nmetadata: {managedFields: [{manager: a, fieldsV1: 5}]}\n¦KIND: C\nMetadata: {name: 1}\n",
);
const separators = words("---\n¦---\n¦--- # c\n¦...\n¦---¦---\t\n¦--- \n¦...\n---\n¦--- !!map\n¦---x\n");
const keys = words("a¦b¦a¦c.d/e¦\"q\"¦'s'¦on¦1¦~¦<<¦? k¦&k k¦*a¦[x]¦{{x}}¦!!str t¦¦k #¦😀");
const plain = words("x¦1¦true¦~¦''¦yes¦- x¦a: b¦a:b¦#c¦x #c¦x#c¦@x¦`x¦%x¦!x y¦l1\n   l2¦l1\n\n    l2¦\tx¦x\t¦\ufeff¦\u0085¦-¦?¦:¦x:");
const tagged = words(
  "!!binary aGk=¦!!int '3'¦&a x¦*a¦&a¦! 5¦!!null ''¦!!float 1¦!!bool yes¦!!int x¦!!seq [a]¦!!map {a: 1}¦!!set {a}¦&a [*a]",
);
const odd = words(
  "0x1F¦0o17¦017¦08¦1_000¦1e3¦.5¦.e1¦-.inf¦.NaN¦2001-12-14¦12:30¦190:20:30¦9223372036854775808¦1e400¦0b11¦+1¦-0¦0x¦=¦<<¦Null¦NO¦y¦1.50",
);
const quoted = words(
  '"a\\tb"¦"\\u0041\\x41"¦"l1\n   l2\n\n   l3"¦\'it\'\'s\'¦\'l1\n\n   l2\'¦"unclosed¦\'unclosed¦"\\q"¦"a \\\n  b"¦\'\'\'\'¦"a" b¦"\\ud83d\\ude00"',
);
const flows = words(
  '{}¦[]¦{{ .X }}¦[a, b¦{a: 1, b}¦[a: 1, ? b]¦{a, ? b : c}¦[,]¦{a: [1, {b: ~}]}¦{a:1}¦{"a":1}¦[a\n, b]¦{a: 1,}¦[a,,b]¦{? a}¦[a b: c]',
);
const blocks = words("|¦>¦|-¦>+¦|+¦>-¦|2¦>1+¦| # c¦|x¦|0¦>-2");
const oddities = words("\t¦ ¦\r¦\n¦:¦: ¦- ¦#¦ #¦'¦\"¦&a ¦*a¦|¦\\¦{¦}¦[¦]¦,¦? ¦!¦%¦\u2028¦\ufeff¦\0¦...¦---¦<<<<<<< HEAD\n");

export function drawManifests(draws: Draws): ValueMap {
  const documents = draws.list(3, () => `${drawDocument(draws)}${draws.pick(["", "", "\n", "# c\n", "\n\n"])}`, 1);
  let text = documents.reduce(
    (joined, document) => `${joined}${draws.pick(separators)}${document}`,
    draws.chance(50) ? "" : draws.pick(separators),
  );
  for (const mutate of draws.list(2, () => draws.pick([dropPart, insertOddity, repeatLine, indentLine]))) text = mutate(draws, text);
  const ending = draws.pick(["\n", "\n", "\r\n", "\r"]);
  return mapOf({ text: text.replaceAll("\n", ending) });
}

function drawDocument(draws: Draws): string {
  if (draws.chance(10)) return drawBlock(draws, 0, 3);
  if (draws.chance(8)) return `apiVersion: v1\nkind: List\nitems:\n${drawItems(draws, 0, () => head.replaceAll("\n", "\n  ").trimEnd())}`;
  if (draws.chance(6))
    return draws.pick([
      '{"apiVersion":"v1","kind":"K","a":1}',
      '{"kind":"K","a":[1,]}',
      '{"kind":"K"} {"kind":"L"}',
      "{kind: K}",
      "[]",
      "null",
    ]);
  return `${draws.chance(80) ? head : draws.pick(heads)}data:${draws.pick(["\n", "\n", " \n", " # c\n", " &a\n", " !!map\n"])}${drawBlock(draws, 2, 3)}`;
}

function drawBlock(draws: Draws, indent: number, depth: number): string {
  return draws.chance(75)
    ? drawMap(draws, indent, depth)
    : drawItems(draws, indent, () => drawNode(draws, indent + 2, depth - 1).trimEnd());
}

function drawMap(draws: Draws, indent: number, depth: number): string {
  const entries = draws.list(
    4,
    () => `${" ".repeat(indent)}${draws.pick(keys)}:${drawNode(draws, indent, depth - 1)}${draws.chance(10) ? "\n" : ""}`,
    1,
  );
  return entries.join("");
}

function drawItems(draws: Draws, indent: number, make: () => string): string {
  return draws.list(3, () => `${" ".repeat(indent)}-${draws.pick([" ", " ", `\n${" ".repeat(indent + 2)}`, "\t"])}${make()}\n`, 1).join("");
}

/** What stands after a key's colon, with the end of its line. */
function drawNode(draws: Draws, indent: number, depth: number): string {
  const kind = draws.below(8);
  if (depth > 0 && kind === 7)
    return `${draws.pick(["", " &a", " !t", " # c"])}\n${drawBlock(draws, indent + draws.pick([2, 2, 0, 1, 4]), depth)}`;
  if (kind === 6) {
    const lines = draws.list(3, () => `${" ".repeat(indent + draws.pick([2, 2, 2, 4, 1, 0]))}${drawScalar(draws)}`);
    return ` ${draws.pick(blocks)}\n${lines.join("\n")}${draws.pick(["\n", "\n\n", "\n  \n", ""])}`;
  }
  return `${draws.pick([" ", " ", "  ", "\t"])}${drawScalar(draws)}${draws.pick(["\n", "\n", " # c\n", "  \n"])}`;
}

function dropPart(draws: Draws, text: string): string {
  const at = drawPlace(draws, text);
  return text.slice(0, at) + text.slice(at + 1 + draws.below(3));
}

function insertOddity(draws: Draws, text: string): string {
  const at = drawPlace(draws, text);
  return text.slice(0, at) + draws.pick(oddities) + text.slice(at);
}

function repeatLine(draws: Draws, text: string): string {
  const lines = text.split("\n");
  const at = draws.below(lines.length);
  return lines.toSpliced(at, 0, lines[at] ?? "").join("\n");
}

function indentLine(draws: Draws, text: string): string {
  const lines = text.split("\n");
  const at = draws.below(lines.length);
  const line = lines[at] ?? "";
  return lines.with(at, draws.chance(50) ? ` ${line}` : line.replace(/^ /, "")).join("\n");
}

/** Draws are of up to 4,096, so texts are short of that. */
function drawPlace(draws: Draws, text: string): number {
  return draws.below(text.length + 1);
}

function drawScalar(draws: Draws): string {
  return draws.pick(draws.pick([plain, plain, odd, quoted, tagged, flows]));
}

function words(alternatives: string): readonly [string, ...string[]] {
  const [first = "", ...rest] = alternatives.split("¦");
  return [first, ...rest];
}
