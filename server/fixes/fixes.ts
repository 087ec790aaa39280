/** All quick-fixes, and the one way to ask for them. */
import { applyAs } from "./applyAs.ts";
import { cleanExport } from "./cleanExport.ts";
import { dropAllConflicts } from "./dropAllConflicts.ts";
import { dropField } from "./dropField.ts";
import type { Fix, FixTarget, Offer } from "./fix.ts";
import { handOver } from "./handOver.ts";
import { keepField } from "./keepField.ts";
import { keepHandEdit } from "./keepHandEdit.ts";
import { keepItemKey } from "./keepItemKey.ts";
import { removeDuplicate } from "./removeDuplicate.ts";
import { removeField } from "./removeField.ts";
import { removeLive } from "./removeLive.ts";
import { renameField } from "./renameField.ts";
import { retypeValue } from "./retypeValue.ts";
import { takeOver } from "./takeOver.ts";
import { useLiveOrder } from "./useLiveOrder.ts";
import { useLiveValue } from "./useLiveValue.ts";

/** Every quick-fix there is, in the order in which a menu lists them. */
export const fixes: readonly Fix[] = [
  dropField,
  dropAllConflicts,
  useLiveValue,
  useLiveOrder,
  renameField,
  retypeValue,
  removeDuplicate,
  removeField,
  cleanExport,
  keepItemKey,
  keepField,
  keepHandEdit,
  handOver,
  takeOver,
  removeLive,
  applyAs,
];

/** The ways to resolve a finding, the preferred one first; computed from the target's text, so never stale. */
export function offersFor(target: FixTarget): readonly Offer[] {
  const offers = fixes.filter((fix) => fix.codes.includes(target.code)).flatMap((fix): readonly Offer[] => [fix.offer(target)].flat());
  return [...offers.filter((offer) => offer.preferred), ...offers.filter((offer) => !offer.preferred)];
}

/** The way to go for a finding, undefined where none is safe. */
export function preferredFor(target: FixTarget): Offer | undefined {
  for (const fix of fixes) {
    const offers: readonly Offer[] = fix.codes.includes(target.code) ? [fix.offer({ ...target, preferredOnly: true })].flat() : [];
    const preferred = offers.find((offer) => offer.preferred);
    if (preferred !== undefined) return preferred;
  }
  return undefined;
}
