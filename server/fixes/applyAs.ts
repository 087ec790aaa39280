import { isJsonText } from "../../shared/manifest/printYaml.ts";
import { mayApply } from "../../shared/ownership/deployers.ts";
import * as titles from "../../shared/ownership/words/fixes.ts";
import type { Fix } from "./fix.ts";

/** Writes down who applies the document, as a comment at its top: the likeliest names, and kubectl. */
export const applyAs: Fix = {
  id: "apply-as",
  codes: ["who-applies"],
  offer({ snapshot, code, path }) {
    const { as, document } = snapshot;
    const at = commentOffset(document.text);
    if (as.decided || at === undefined) return [];
    const likely = as.candidates.map(({ manager }) => manager).filter((manager) => mayApply(manager) && /^[!-~]+$/.test(manager));
    return [...new Set([...likely.slice(0, 3), "kubectl"])].map((manager) => ({
      id: applyAs.id,
      title: titles.appliedAs(manager),
      preferred: false,
      edits: [{ range: { start: at, end: at }, newText: `# field-manager: ${manager}${document.text.includes("\r\n") ? "\r\n" : "\n"}` }],
      resolves: [{ snapshot, code, path }],
    }));
  },
};

/** After a byte order mark and the `---` that starts the document; undefined in JSON, which has no comments. */
function commentOffset(text: string): number | undefined {
  if (isJsonText(text)) return undefined;
  return /^\uFEFF?(?:---[^\n]*\n)?/.exec(text)?.[0].length ?? 0;
}
