/**
 * Making a former record one's own: what another name or operation of ours holds becomes part of the record that our applies write, and
 * no value changes. What kubectl does to the records of client-side applies, for any of ours.
 * Invariant: tied to the version of the live object that it was worked out for; the server refuses it for any other.
 */
import { encodeManagedFields } from "../apply/managedFields.ts";
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { printJson } from "../fieldpath/json.ts";
import { union } from "../fieldpath/set.ts";
import { stringAt, type Value } from "../fieldpath/value.ts";
import type { LiveTarget } from "./kubectl.ts";
import { isApplyOf } from "./owners.ts";
import type { Snapshot } from "./snapshot.ts";

export interface HandOver {
  /** As a JSON patch. */
  readonly patch: string;
  /** All records afterwards. */
  readonly managedFields: readonly ManagedFieldsEntry[];
}

/** How a record is handed over to whoever applies the manifest; undefined where it cannot be. */
export function handOverOf({ as, object }: Snapshot, { live }: LiveTarget, from: ManagedFieldsEntry): HandOver | undefined {
  if (!as.decided || as.with !== "server-side" || from.subresource !== "" || isApplyOf(as.manager, from)) return undefined;
  const own = live.managedFields.find((entry) => isApplyOf(as.manager, entry));
  const version = stringAt(live.object, "metadata", "resourceVersion");
  // Records of two versions of a kind cannot be put together: a path may mean another field.
  if ((own?.apiVersion ?? object.apiVersion) !== from.apiVersion || !live.managedFields.includes(from) || version === undefined)
    return undefined;
  const { time } = own ?? from;
  const fields = own === undefined ? from.fields : union(own.fields, from.fields);
  const merged: ManagedFieldsEntry = { ...from, manager: as.manager, operation: "Apply", time, fields };
  const managedFields = [...live.managedFields.filter((entry) => entry !== own && entry !== from), merged];
  const patch = printJson([
    operation("replace", "/metadata/managedFields", encodeManagedFields(managedFields) ?? []),
    operation("replace", "/metadata/resourceVersion", version),
  ]);
  return { patch, managedFields };
}

function operation(op: string, path: string, value: Value): Value {
  return new Map<string, Value>([
    ["op", op],
    ["path", path],
    ["value", value],
  ]);
}
