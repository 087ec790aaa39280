/**
 * All rules, and the one way to run them.
 * Invariants: findings come only from documents that parse, in text order; a field has one finding, that of the rule that is listed first.
 */
import { printPath } from "../../shared/fieldpath/printPath.ts";
import type { Finding } from "../../shared/ownership/finding.ts";
import { predict } from "../../shared/ownership/predict.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { anchor } from "./anchor.ts";
import { applyConflict } from "./applyConflict.ts";
import { beingDeleted } from "./beingDeleted.ts";
import { contestedField } from "./contestedField.ts";
import { crdListType } from "./crdListType.ts";
import { crdOwnershipChange } from "./crdOwnershipChange.ts";
import { duplicateItem } from "./duplicateItem.ts";
import { editedByHand } from "./editedByHand.ts";
import { excludedField } from "./excludedField.ts";
import { firstApply } from "./firstApply.ts";
import { generateName } from "./generateName.ts";
import { isIgnored } from "./ignored.ts";
import { immutableField } from "./immutableField.ts";
import { injectedPlaceholder } from "./injectedPlaceholder.ts";
import { keepsField } from "./keepsField.ts";
import { leftBehind } from "./leftBehind.ts";
import { missingMergeKey } from "./missingMergeKey.ts";
import { movedItem } from "./movedItem.ts";
import { namespaceMismatch } from "./namespaceMismatch.ts";
import { namespaceMissing } from "./namespaceMissing.ts";
import { namespaceTerminating } from "./namespaceTerminating.ts";
import { nullValue } from "./nullValue.ts";
import { overClaimed } from "./overClaimed.ts";
import { partialKey } from "./partialKey.ts";
import { removesField } from "./removesField.ts";
import { reordersList } from "./reordersList.ts";
import { replacesList } from "./replacesList.ts";
import type { Rule } from "./rule.ts";
import { sameObjectTwice } from "./sameObjectTwice.ts";
import { selfConflict } from "./selfConflict.ts";
import { serverSetField } from "./serverSetField.ts";
import { sharedField } from "./sharedField.ts";
import { spelling } from "./spelling.ts";
import { staleResourceVersion } from "./staleResourceVersion.ts";
import { statusIgnored } from "./statusIgnored.ts";
import { takesOver } from "./takesOver.ts";
import { textAfterDocumentEnd } from "./textAfterDocumentEnd.ts";
import { unknownField } from "./unknownField.ts";
import { unknownKind } from "./unknownKind.ts";
import { unreadableOwners } from "./unreadableOwners.ts";
import { whoApplies } from "./whoApplies.ts";
import { writeOnlyField } from "./writeOnlyField.ts";
import { wrongType } from "./wrongType.ts";
import { yamlDuplicateKey } from "./yamlDuplicateKey.ts";
import { yamlProblem } from "./yamlProblem.ts";
import { yamlValue } from "./yamlValue.ts";

/** Every rule there is; where several speak of one field, the first. */
export const rules: readonly Rule[] = [
  unknownKind,
  namespaceMismatch,
  namespaceMissing,
  namespaceTerminating,
  wrongType,
  yamlProblem,
  unknownField,
  duplicateItem,
  missingMergeKey,
  serverSetField,
  staleResourceVersion,
  unreadableOwners,
  immutableField,
  selfConflict,
  applyConflict,
  takesOver,
  excludedField,
  replacesList,
  writeOnlyField,
  removesField,
  keepsField,
  leftBehind,
  contestedField,
  editedByHand,
  movedItem,
  reordersList,
  sameObjectTwice,
  beingDeleted,
  statusIgnored,
  partialKey,
  crdOwnershipChange,
  crdListType,
  injectedPlaceholder,
  nullValue,
  yamlValue,
  spelling,
  yamlDuplicateKey,
  textAfterDocumentEnd,
  sharedField,
  overClaimed,
  firstApply,
  generateName,
  whoApplies,
];

/** Everything the rules have to say about one object. */
export function check(snapshot: Snapshot): readonly Finding[] {
  if (snapshot.document.kind !== "objects") return [];
  const prediction = predict(snapshot);
  const findings = new Map<string, Finding>();
  for (const { code, severity, check: run } of rules) {
    const chosen = snapshot.levels[code] ?? severity;
    if (chosen === "off") continue;
    run(snapshot, prediction, (found) => {
      const { range, ordinal, related } = anchor(snapshot, found);
      const key = placeOf(found.path, ordinal, code);
      if (findings.has(key) || isIgnored(snapshot, code, found.path, range)) return;
      const level = snapshot.levels[code] === undefined ? (found.severity ?? chosen) : chosen;
      findings.set(key, { ...found, code, severity: level, range, ordinal, related });
    });
  }
  return [...findings.values()].sort((a, b) => a.range.start - b.range.start);
}

/** What is said of the object as a whole does not compete. */
function placeOf(path: Finding["path"], ordinal: number, code: string): string {
  const printed = printPath(path);
  return printed === ".kind" ? `${code} ${printed}` : `${ordinal} ${printed}`;
}
