/**
 * "Fix all that is safe": the preferred fixes of a document's findings, made one.
 * Invariants: nothing that is not preferred; a parent that several of them empty together goes too; the text after it parses and holds as
 * many objects as before; two fixes never write the same place.
 */
import { drop, type Removal } from "../../shared/manifest/dropFields.ts";
import type { Range, TextEdit } from "../../shared/manifest/model.ts";
import { parseDocument } from "../../shared/manifest/parseDocument.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import type { FixTarget, Offer } from "./fix.ts";
import { preferredFor } from "./fixes.ts";

/** All edits for a document, in text order, and what they resolve; undefined where nothing can be done. */
export function fixAll(targets: readonly FixTarget[]): Pick<Offer, "edits" | "resolves"> | undefined {
  const [first] = targets;
  if (first === undefined) return undefined;
  const removes = new Map<Snapshot, Removal[]>();
  const writing: { readonly edits: readonly TextEdit[]; readonly resolves: Offer["resolves"] }[] = [];
  const resolves: Offer["resolves"][number][] = [];
  for (const target of targets) {
    const offer = preferredFor(target);
    if (offer?.removes === undefined) {
      if (offer !== undefined) writing.push(offer);
      continue;
    }
    const all = removes.get(target.snapshot) ?? [];
    all.push(...offer.removes);
    removes.set(target.snapshot, all);
    resolves.push(...offer.resolves);
  }
  const edits = [...removes].flatMap(([{ object, kind }, removals]) => drop(object, removals, kind.type).edits);
  for (const offer of writing) {
    if (offer.edits.length === 0 || offer.edits.some(({ range }) => edits.some((other) => touches(other.range, range)))) continue;
    edits.push(...offer.edits);
    resolves.push(...offer.resolves);
  }
  edits.sort((a, b) => a.range.start - b.range.start);
  return edits.length > 0 && isWhole(first.snapshot.document, edits) ? { edits, resolves } : undefined;
}

function isWhole({ text, objects }: Snapshot["document"], edits: readonly TextEdit[]): boolean {
  let [after, done] = ["", 0];
  for (const { range, newText } of edits) {
    after += text.slice(done, range.start) + newText;
    done = range.end;
  }
  return parseDocument(after + text.slice(done)).objects.length === objects.length;
}

function touches(a: Range, b: Range): boolean {
  return a.start <= b.end && b.start <= a.end;
}
