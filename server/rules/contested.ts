/** What several rules say of a field that others hold with another value: who holds it, both values, and where inside an atomic value they differ. */
import { equalValues } from "../../shared/fieldpath/compare.ts";
import { field } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { isList, isMap } from "../../shared/fieldpath/value.ts";
import { changeText } from "../../shared/ownership/change.ts";
import { mergeKind } from "../../shared/ownership/fieldAt.ts";
import { noteOn } from "../../shared/ownership/knownManagers.ts";
import type { FieldConflict } from "../../shared/ownership/predict.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as conflicts from "../../shared/ownership/words/conflicts.ts";
import { listed, ownerName } from "../../shared/ownership/words.ts";
import { typeAtPath } from "../../shared/typed/atPath.ts";
import type { Found } from "./rule.ts";

/** ".spec.replicas is owned by hpa (Update, scale): live 5, here 3" */
export function contestedText(snapshot: Snapshot, conflict: FieldConflict): string {
  const { path, managers, live, sent } = conflict;
  const type = typeAtPath(snapshot.kind.type, path);
  const kind = mergeKind(type, sent ?? live);
  const owners = listed(
    managers.map((owner) => {
      const note = noteOn(owner, snapshot.names);
      const name = ownerName(owner, snapshot.now);
      return note === undefined ? name : conflicts.noted(name, note);
    }),
  );
  const change = changeText(snapshot, conflict);
  const isWhole = kind?.startsWith("atomic") ?? false;
  return isWhole && kind !== undefined
    ? conflicts.contestedWhole(printPath(path), kind, owners, change)
    : conflicts.contested(printPath(path), owners, change);
}

/** What this file changes inside an atomic list or map: at most five places. */
export function contestedPlaces({ path, live, sent }: FieldConflict): NonNullable<Found["related"]> {
  const places: { path: typeof path; message: string }[] = [];
  if (isList(sent) && isList(live)) {
    for (const [index, item] of sent.entries()) {
      if (!live.some((other) => equalValues(other, item))) {
        places.push({ path: [...path, { kind: "index", index }], message: conflicts.notInLiveList });
      }
    }
  } else if (isMap(sent) && isMap(live)) {
    for (const [key, value] of sent) {
      const current = live.get(key);
      if (current === undefined || !equalValues(current, value)) {
        places.push({
          path: [...path, field(key)],
          message: current === undefined ? conflicts.notInLiveMap : conflicts.differsFromLiveMap,
        });
      }
    }
  }
  return places.slice(0, 5);
}
