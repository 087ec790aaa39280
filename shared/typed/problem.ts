/** What is wrong with a value, where. Counterpart in Go: typed `ValidationErrors`. */
import type { FieldPath } from "../fieldpath/pathElement.ts";
import { printPath } from "../fieldpath/printPath.ts";

export interface Problem {
  readonly path: FieldPath;
  readonly message: string;
}

/** One problem alone on its line, several below `errors:`, as the API server prints them. */
export function printProblems(problems: readonly Problem[]): string {
  const lines = problems.map(({ path, message }) => (path.length === 0 ? message : `${printPath(path)}: ${message}`));
  return lines.length < 2 ? lines.join("") : ["errors:", ...lines.map((line) => `  ${line}`)].join("\n");
}
