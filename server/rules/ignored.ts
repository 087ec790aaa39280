/**
 * What a person does not want to hear of a place: `# field-ownership-ignore: CODE reason`, at the end of the line or above it, and the
 * ignores of `.field-ownership.yaml`. Invariant: without a reason nothing is ignored.
 */
import type { FieldPath } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import type { Range } from "../../shared/manifest/model.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";

/** Whether a finding of this code at this place is to be kept silent. */
export function isIgnored({ document, ignores }: Snapshot, code: string, path: FieldPath, range: Range): boolean {
  const field = printPath(path);
  if (ignores.some((ignore) => ignore.code === code && (ignore.field === undefined || ignore.field === field))) return true;
  return document.text.includes(marker) && codesAt(document.text, range.start).includes(code);
}

const marker = "field-ownership-ignore:";

/** The codes that comments at the line of an offset, or right above it, name with a reason. */
function codesAt(text: string, offset: number): readonly string[] {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  const above = text.slice(0, start).split("\n").slice(0, -1);
  const lines = [text.slice(start, end < 0 ? undefined : end)];
  for (let line = above.pop(); line?.trimStart().startsWith("#"); line = above.pop()) lines.push(line);
  return lines.flatMap((line) => /#\s*field-ownership-ignore:\s*([a-z0-9.-]+)\s+\S/.exec(line)?.[1] ?? []);
}
