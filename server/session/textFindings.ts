/** Trouble with the text for which kubectl refuses an object, as findings of the object it stands in. */
import type { ManifestDocument } from "../../shared/manifest/model.ts";
import type { Finding } from "../../shared/ownership/finding.ts";

/**
 * What kubectl passes over in silence has rules of its own. Only documents that hold objects have findings; why another one is passed over
 * is told beside them.
 */
export function textFindings({
  kind,
  problems,
  objects,
}: ManifestDocument): readonly { readonly finding: Finding; readonly item: number }[] {
  if (kind !== "objects") return [];
  const refused = problems.filter(({ severity }) => severity === "error");
  return refused.map(({ severity, message, range }) => {
    const within = objects.findIndex((object) => object.range.start <= range.start && range.start <= object.range.end);
    const finding: Finding = {
      code: "yaml-problem",
      severity,
      path: [],
      ordinal: 0,
      message,
      range,
      related: [],
      managers: [],
      certainty: { kind: "certain" },
      fixes: [],
    };
    return { finding, item: Math.max(0, within) };
  });
}
