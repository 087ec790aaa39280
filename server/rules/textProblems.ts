/** Trouble with the text, told at the object that it stands in; what stands in none, at the first one. */
import type { ManifestDocument, ManifestObject, ManifestProblem } from "../../shared/manifest/model.ts";
import { once } from "../../shared/ownership/once.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";

/** The object's problems of one code, in text order. */
export function textProblems({ document, object }: Snapshot, code: ManifestProblem["code"]): readonly ManifestProblem[] {
  return (byObject(document).get(object.source.root) ?? []).filter((problem) => problem.code === code);
}

/** By the root of the object's tree: copies of an object share it. */
const byObject = once(({ objects, problems }: ManifestDocument) => {
  const found = new Map<ManifestObject["source"]["root"], ManifestProblem[]>();
  for (const problem of problems) {
    const within = objects.find(({ range }) => range.start <= problem.range.start && problem.range.start <= range.end) ?? objects[0];
    if (within === undefined) continue;
    const own = found.get(within.source.root);
    if (own === undefined) found.set(within.source.root, [problem]);
    else own.push(problem);
  }
  return found;
});
