/** Field sets as FieldsV1 text: trees of elements of all kinds, and texts that are nearly right. */
import { printJson } from "../../shared/fieldpath/json.ts";
import type { Draws } from "./draws.ts";
import { drawName, drawNumber, drawScalar, drawString, drawValue } from "./values.ts";

type Tree = ReadonlyMap<string, Tree>;

/** A set that can be read. */
export function drawSet(draws: Draws): string {
  return printJson(drawTree(draws, 4));
}

/** A text that may be a set. */
export function drawSetText(draws: Draws): string {
  const letters = [...drawSet(draws)];
  for (let edits = draws.chance(50) ? 1 + draws.below(3) : 0; edits > 0; edits--) {
    const at = draws.below(letters.length + 1);
    draws.pick([
      () => letters.splice(at, 0, draws.pick([" ", "\n", "\t"])),
      () => letters.splice(at, 0, draws.pick(["{", "}", ":", ",", '"', ".", "f", "k", "v", "i", "\\", "0", "-", "[", "]", "null", "￮"])),
      () => letters.splice(at, 1),
      () => letters.splice(at),
    ])();
  }
  return letters.join("");
}

function drawTree(draws: Draws, depth: number): Tree {
  if (depth === 0) return new Map();
  const entries = draws.list(4, () => [drawElement(draws), drawTree(draws, depth - 1)] as const);
  if (entries.length > 0 && draws.chance(40)) entries.push([".", new Map()]);
  return new Map(entries);
}

function drawElement(draws: Draws): string {
  return draws.pick([
    () => `f:${drawName(draws)}`,
    () => `f:${drawName(draws)}`,
    () => `k:${printJson(drawKey(draws))}`,
    () => `v:${printJson(draws.chance(10) ? drawValue(draws, 2) : drawScalar(draws))}`,
    () => `i:${draws.below(12)}`,
  ])();
}

function drawKey(draws: Draws): ReadonlyMap<string, string | number | bigint | boolean> {
  const names = draws.pick([["name"], ["port"], ["port", "proto"], ["name", "port", "proto"]]);
  return new Map(
    names.map((name) => [
      name,
      draws.pick<() => string | number | bigint | boolean>([() => drawString(draws), () => drawNumber(draws), () => draws.chance(50)])(),
    ]),
  );
}
