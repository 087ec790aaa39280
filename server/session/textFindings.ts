/** Trouble with the text that kubectl passes over in silence, as findings of the object it stands in. */
import type { ManifestDocument, ManifestProblem } from "../../shared/manifest/model.ts";
import type { Finding } from "../../shared/ownership/finding.ts";

const codes: Readonly<Partial<Record<ManifestProblem["code"], string>>> = {
  "duplicate-key": "yaml-duplicate-key",
  "text-after-document-end": "text-after-document-end",
};

/** Only documents that hold objects have findings; why another one is passed over is told beside them. */
export function textFindings({
  kind,
  problems,
  objects,
}: ManifestDocument): readonly { readonly finding: Finding; readonly item: number }[] {
  if (kind !== "objects") return [];
  return problems.map(({ code, severity, message, range }) => {
    const within = objects.findIndex((object) => object.range.start <= range.start && range.start <= object.range.end);
    const finding: Finding = {
      code: codes[code] ?? "yaml-problem",
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
