import { equalPaths, type FieldPath } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { isList, isMap, type Value } from "../../shared/fieldpath/value.ts";
import { metadataProblem } from "../../shared/manifest/objectMeta.ts";
import { scalarAt } from "../../shared/manifest/scalarAt.ts";
import { misfitsOf, refusalText, schemaWord } from "../../shared/ownership/misfits.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import * as refusals from "../../shared/ownership/words/refusals.ts";
import { shortValue } from "../../shared/ownership/words.ts";
import { resolve, shapeOf } from "../../shared/schema/resolve.ts";
import { typeAtPath, valueAtPath } from "../../shared/typed/atPath.ts";
import type { Rule } from "./rule.ts";

/**
 * The value is of another type than the schema's: the API server refuses the whole object. Often YAML is the cause: kubectl reads YAML 1.1,
 * where `yes`, `no`, `on`, `off`, `y` and `n` are booleans, `1.10` is the number 1.1 and `012` is ten.
 *
 * An error by the schema of the cluster that the file goes to, and where kubectl itself refuses it; else a warning. What to do: quote the
 * value, or take its quotes away.
 */
export const wrongType: Rule = {
  code: "wrong-type",
  severity: "error",
  check(snapshot, _prediction, report) {
    const refusedByKubectl = metadataProblem(snapshot.object.value)?.path;
    for (const { kind, path } of misfitsOf(snapshot)) {
      if (kind !== "wrongType") continue;
      const sure = refusedByKubectl !== undefined && equalPaths(path, refusedByKubectl);
      report({
        path,
        message: messageOf(snapshot, path, sure ? refusals.refusedByKubectl : refusalText(snapshot)),
        managers: [],
        ...(sure ? { severity: "error", certainty: { kind: "certain" } } : schemaWord(snapshot)),
        fixes: ["retype-value"],
      });
    }
  },
};

/** What is wanted, what kubectl sends, and why, where the text looks like something else. */
function messageOf(snapshot: Snapshot, path: FieldPath, refusal: string): string {
  const { object, kind } = snapshot;
  const parts = { field: printPath(path), expected: expected(snapshot, path), refusal };
  const value = valueAtPath(object.value, path, kind.type) ?? null;
  if (isList(value) || isMap(value)) return refusals.wrongType({ ...parts, found: refusals.typeNames[isList(value) ? "list" : "map"] });
  if (object.kind === "Secret") return refusals.wrongTypeSent({ ...parts, sent: typeOf(value) });
  if (typeof value === "string") return refusals.wrongTypeSent({ ...parts, sent: refusals.sentString(shortValue(value)) });
  const sent = typeof value === "boolean" ? String(value) : refusals.sentNumber(shortValue(value));
  const text = scalarAt(object, path, kind.type)?.node.text;
  const isPlain = text === undefined || text === String(value);
  return isPlain ? refusals.wrongTypeSent({ ...parts, sent }) : refusals.wrongTypeRead({ ...parts, sent, text });
}

function expected({ kind, object }: Snapshot, path: FieldPath): string {
  const type = typeAtPath(kind.type, path);
  const atom = type === undefined ? undefined : resolve(type);
  const shape = atom === undefined ? undefined : shapeOf(atom, valueAtPath(object.value, path, kind.type));
  return refusals.typeNames[shape?.kind === "scalar" ? shape.scalar : shape?.kind === "list" ? "list" : "map"];
}

function typeOf(value: Value): string {
  if (typeof value === "boolean") return refusals.aBoolean;
  return refusals.typeNames[typeof value === "string" ? "string" : "numeric"];
}
