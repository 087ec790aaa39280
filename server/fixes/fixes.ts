/** All quick-fixes, and the one way to ask for them. */
import { applyAs } from "./applyAs.ts";
import { cleanExport } from "./cleanExport.ts";
import { dropAllConflicts } from "./dropAllConflicts.ts";
import { dropField } from "./dropField.ts";
import type { Fix, FixTarget, Offer } from "./fix.ts";
import { keepHandEdit } from "./keepHandEdit.ts";
import { removeDuplicate } from "./removeDuplicate.ts";
import { removeField } from "./removeField.ts";
import { renameField } from "./renameField.ts";
import { retypeValue } from "./retypeValue.ts";
import { useLiveValue } from "./useLiveValue.ts";

/** Every quick-fix there is, in the order in which a menu lists them. */
export const fixes: readonly Fix[] = [
  dropField,
  dropAllConflicts,
  useLiveValue,
  renameField,
  retypeValue,
  removeDuplicate,
  removeField,
  cleanExport,
  keepHandEdit,
  applyAs,
];

/** The ways to resolve a finding, the preferred one first; computed from the target's text, so never stale. */
export function offersFor(target: FixTarget): readonly Offer[] {
  const offers = fixes.filter((fix) => fix.codes.includes(target.code)).flatMap((fix) => fix.offer(target));
  return [...offers.filter((offer) => offer.preferred), ...offers.filter((offer) => !offer.preferred)];
}
