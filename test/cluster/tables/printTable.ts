/** JSON with a line for each entry of the first two levels: small, and differences can be read. */
export function printTable(table: Readonly<Record<string, unknown>>): string {
  return `${lines(table, 2)}\n`;
}

function lines(value: unknown, levels: number): string {
  if (levels === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, below]) => `${JSON.stringify(name)}: ${lines(below, levels - 1)}`);
  return entries.length === 0 ? "{}" : `{\n${entries.join(",\n")}\n}`;
}
