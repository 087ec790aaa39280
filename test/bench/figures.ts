/** What the benchmarks share: percentiles, a row with its target, a table, and `--json FILE`. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

/** One line of a table, figures by column; `ok` is undefined where nothing is demanded. */
export interface Row {
  readonly name: string;
  readonly figures: Readonly<Record<string, number | string>>;
  readonly target: string;
  readonly ok: boolean | undefined;
}

/** The value below which a share of the samples lies; NaN of none. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** A row of samples, with limits for their median and their 95th percentile. */
export function sampled(
  name: string,
  samples: readonly number[],
  unit: string,
  limits: { readonly p50?: number; readonly p95?: number },
): Row {
  const p50 = percentile(samples, 0.5);
  const p95 = percentile(samples, 0.95);
  const target = Object.entries(limits).map(([which, limit]) => `${which} ≤ ${limit} ${unit}`);
  const ok = p50 <= (limits.p50 ?? Number.POSITIVE_INFINITY) && p95 <= (limits.p95 ?? Number.POSITIVE_INFINITY);
  return { name, figures: { p50, p95 }, target: target.join(", "), ok };
}

/** Prints rows as a table; the columns are the figures of the first. */
export function printTable(title: string, rows: readonly Row[]): void {
  const columns = Object.keys(rows[0]?.figures ?? {});
  const lines = [
    [title, ...columns, "target", "ok"],
    ...rows.map(({ name, figures, target, ok }) => [
      name,
      ...columns.map((column) => figureText(figures[column])),
      target,
      ok === undefined ? "" : ok ? "yes" : "NO",
    ]),
  ];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of lines) {
    const cells = line.map((cell, column) => {
      const isFigure = column > 0 && column <= columns.length;
      return isFigure ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
    });
    console.log(cells.join(" | ").trimEnd());
  }
  console.log();
}

/** Writes tables to the file of `--json`, where one is given. */
export function writeJson(tables: Readonly<Record<string, readonly Row[]>>): void {
  const { json } = parseArgs({ options: { json: { type: "string" } } }).values;
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(tables, undefined, 2)}\n`);
}

function figureText(figure: number | string | undefined): string {
  if (typeof figure !== "number") return figure ?? "";
  return figure >= 100 ? figure.toFixed(0) : figure >= 1 ? figure.toFixed(2) : figure.toPrecision(2);
}
