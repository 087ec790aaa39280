import { equalPaths, type FieldPath } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { isList, isMap, type Value } from "../../shared/fieldpath/value.ts";
import { metadataProblem } from "../../shared/manifest/objectMeta.ts";
import { scalarAt } from "../../shared/manifest/scalarAt.ts";
import { misfitsOf, refusalText, schemaWord } from "../../shared/ownership/misfits.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
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
        message: `${printPath(path)} must be ${expected(snapshot, path)}, ${found(snapshot, path)}. ${
          sure ? "kubectl refuses it." : refusalText(snapshot)
        }`,
        managers: [],
        ...(sure ? { severity: "error", certainty: { kind: "certain" } } : schemaWord(snapshot)),
        fixes: ["retype-value"],
      });
    }
  },
};

function expected({ kind, object }: Snapshot, path: FieldPath): string {
  const type = typeAtPath(kind.type, path);
  const atom = type === undefined ? undefined : resolve(type);
  const shape = atom === undefined ? undefined : shapeOf(atom, valueAtPath(object.value, path, kind.type));
  if (shape?.kind !== "scalar") return shape?.kind === "list" ? "a list" : "a map";
  return scalarWords[shape.scalar];
}

const scalarWords = { numeric: "a number", string: "a string", boolean: "true or false", untyped: "a single value" } as const;

/** What kubectl sends, and why, where the text looks like something else. */
function found({ object, kind }: Snapshot, path: FieldPath): string {
  const value = valueAtPath(object.value, path, kind.type) ?? null;
  if (isList(value) || isMap(value)) return `and is ${isList(value) ? "a list" : "a map"}`;
  if (object.kind === "Secret") return `and kubectl sends ${typeWords(value)}`;
  const written = scalarAt(object, path, kind.type)?.node.text;
  if (typeof value === "string") return `and kubectl sends the string ${shortValue(value)}`;
  const sent = `kubectl sends ${typeof value === "boolean" ? "" : "the number "}${shortValue(value)}`;
  return written === undefined || written === String(value) ? `and ${sent}` : `but in YAML 1.1 ${written} is none: ${sent}`;
}

function typeWords(value: Value): string {
  return typeof value === "string" ? "a string" : typeof value === "boolean" ? "a boolean" : "a number";
}
