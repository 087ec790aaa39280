/** Values without a schema: the names, numbers and strings that were ever hard. */
import { isList, type Value, type ValueMap } from "../../shared/fieldpath/value.ts";
import type { Draws } from "./draws.ts";

export function mapOf(entries: Readonly<Record<string, Value | undefined>>): ValueMap {
  return new Map(Object.entries(entries).filter((entry): entry is [string, Value] => entry[1] !== undefined));
}

export function drawName(draws: Draws): string {
  return draws.pick(["a", "b", "c", "d", "name", "a", "b", "c", "a.b", "a/b", "<&>", "😀", "￮", "__proto__", "x y", 'q"x', "\u2028", ""]);
}

export function drawString(draws: Draws): string {
  return draws.pick(["a", "b", "c", "d", "", "TCP", "x y", "1", "true", "<", "😀", "￮", 'q"\\', "\n", "\u0001", "é", "\b\f\u2028&"]);
}

export function drawNumber(draws: Draws): number | bigint {
  return draws.pick<number | bigint>([
    ...([0, 1, 2, 80, 81, -1, 443, 1_000_000, 1_234_567, 0.1, 1.5, -0.5, 1e21, 1e-7, 0.00001, 123456.789] as const),
    ...([2 ** 53 - 1, 9007199254740993n, -9007199254740993n, 9223372036854775807n] as const),
  ]);
}

export function drawScalar(draws: Draws): Value {
  return draws.pick<() => Value>([
    () => drawString(draws),
    () => drawNumber(draws),
    () => draws.chance(50),
    () => (draws.chance(30) ? null : drawString(draws)),
  ])();
}

export function drawValue(draws: Draws, depth = 3): Value {
  const kind = depth === 0 ? 0 : draws.below(4);
  if (kind < 2) return drawScalar(draws);
  if (kind === 2) return draws.list(3, () => drawValue(draws, depth - 1));
  return new Map(draws.list(4, () => [drawName(draws), drawValue(draws, depth - 1)] as const));
}

/** A value that is nearly the same. */
export function drawChanged(draws: Draws, value: Value): Value {
  if (isList(value)) {
    const kept = draws.some(value, 12).map((item) => drawChanged(draws, item));
    return draws.chance(20) ? kept.reverse() : kept;
  }
  if (value instanceof Map) return new Map(draws.some(value, 12).map(([key, child]) => [key, drawChanged(draws, child)]));
  return draws.chance(20) ? sameKind(draws, value) : value;
}

function sameKind(draws: Draws, value: Value): Value {
  if (draws.chance(10)) return drawValue(draws, 0);
  if (typeof value === "string") return drawString(draws);
  return typeof value === "boolean" ? !value : value === null ? null : drawNumber(draws);
}
