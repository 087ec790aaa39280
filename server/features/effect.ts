/** What an apply does to one field, in one line of a hover. Invariant: nothing is claimed where who applies, or what the server has, is not known. */
import { equalValues } from "../../shared/fieldpath/compare.ts";
import { type FieldPath, isAtOrBelow } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { has } from "../../shared/fieldpath/set.ts";
import { isList, isMap } from "../../shared/fieldpath/value.ts";
import { mergeKind } from "../../shared/ownership/fieldAt.ts";
import { isApplyOf, ownersAt } from "../../shared/ownership/owners.ts";
import { predict } from "../../shared/ownership/predict.ts";
import { refusedFields } from "../../shared/ownership/refusedFields.ts";
import type { LiveObject, Snapshot } from "../../shared/ownership/snapshot.ts";
import * as objects from "../../shared/ownership/words/objects.ts";
import * as outcomes from "../../shared/ownership/words/outcomes.ts";
import { listed, staleText } from "../../shared/ownership/words.ts";
import { typeAtPath, valueAtPath } from "../../shared/typed/atPath.ts";
import { code, escaped, strong } from "./markdown.ts";

/** What an apply would do at this field, which is no part of an atomic one. */
export function effect(snapshot: Snapshot, live: LiveObject, path: FieldPath): string[] {
  const { as, kind } = snapshot;
  if (isReset(snapshot, path))
    return [path[0]?.kind === "field" && path[0].name === "status" ? objects.statusIgnoredHere : outcomes.ignoresIt];
  const prediction = predict(snapshot);
  if (!as.decided) return [outcomes.whoIsNotKnown(escaped(as.evidence))];
  const manager = code(as.manager);
  const refused = refusal(snapshot, path, manager);
  if (refused !== undefined) return [refused];
  if (!isLeaf(snapshot, path)) return [];
  const changes = differs(snapshot, live, path);
  const { owners } = ownersAt(live, path, kind.type);
  const others = owners.filter(({ entry }) => !isApplyOf(as.manager, entry)).map(({ entry }) => code(entry.manager));
  if (as.with !== "server-side") return changes ? [outcomes.setsClientSide(manager)] : [];
  if (prediction.verdict === "undecided") {
    if (staleText(snapshot.live, snapshot.now) !== undefined) return [outcomes.serverKnows(manager)];
    return [outcomes.serverKnowsBecause(manager, escaped(prediction.uncertain.join("; ")))];
  }
  if (changes && stays(snapshot, live, path)) return [outcomes.leavesIt(manager)];
  if (changes && others.length > 0 && as.force === true) return [outcomes.takesByForce(manager, listed(others))];
  if (changes) return [(valueAtPath(live.object, path, kind.type) === undefined ? outcomes.addsIt : outcomes.changesIt)(manager)];
  if (others.length < owners.length) return [outcomes.sameAndOwned(manager)];
  return [others.length > 0 ? outcomes.sameAndShared(manager) : outcomes.sameAndFree(manager)];
}

/** Loud only where it is about this field, or one below it. */
function refusal(snapshot: Snapshot, path: FieldPath, manager: string): string | undefined {
  const { verdict, conflicts, serverMessage } = predict(snapshot);
  if (verdict === "refused") return outcomes.refusedWith(manager, escaped(serverMessage ?? ""));
  const places = conflicts.length > 0 ? conflicts.map((conflict) => conflict.path) : refusedFields(snapshot);
  if (places.some((place) => isAtOrBelow(path, place))) return strong(outcomes.refusedHere(manager));
  const below = places.filter((place) => isAtOrBelow(place, path));
  if (below.length > 0) return strong(outcomes.refusedBecauseOf(manager, listed(below.map(codeOf))));
  return places.length > 0 ? outcomes.refusedBecauseOf(manager, listed(places.map(codeOf), 2)) : undefined;
}

function codeOf(path: FieldPath): string {
  return code(printPath(path));
}

/** What an apply of the object leaves as it is, whatever the file says. */
export function isReset({ kind }: Snapshot, path: FieldPath): boolean {
  return kind.schemaSource !== "deduced" && path.some((_, i) => has(kind.resetFields, path.slice(0, i + 1)));
}

/** The file sends another value than live. */
export function differs({ object, kind }: Snapshot, live: LiveObject, path: FieldPath): boolean {
  const sent = valueAtPath(object.value, path, kind.type);
  const current = valueAtPath(live.object, path, kind.type);
  return sent !== undefined && (current === undefined || !equalValues(current, sent));
}

/** What is sent is not what comes of it: the live value is the same afterwards, as where null would empty what others hold. */
function stays(snapshot: Snapshot, live: LiveObject, path: FieldPath): boolean {
  const { type } = snapshot.kind;
  const after = valueAtPath(predict(snapshot).result?.object, path, type);
  const current = valueAtPath(live.object, path, type);
  return after !== undefined && current !== undefined && equalValues(after, current);
}

/** A field that is owned as one: a scalar, or an atomic list or map. */
export function isLeaf({ object, kind }: Snapshot, path: FieldPath): boolean {
  const sent = valueAtPath(object.value, path, kind.type);
  const whole = mergeKind(typeAtPath(kind.type, path), sent)?.startsWith("atomic") ?? false;
  return whole || !(isList(sent) || isMap(sent));
}
