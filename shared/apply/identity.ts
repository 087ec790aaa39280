/**
 * Who a manager is, as text.
 * Invariant: two entries are one manager exactly if these texts are equal; conflicts are listed in the order of these texts.
 * Counterpart in Go: managedfields `BuildManagerIdentifier`.
 */
import { printJsonString } from "../fieldpath/json.ts";
import type { ManagerIdentity } from "./model.ts";

/** The identity as the JSON text under which the API server keeps it: an applier is the same at every version. */
export function identityText({ manager, operation, apiVersion, subresource }: ManagerIdentity): string {
  const parts = [
    ["manager", manager],
    ["operation", operation],
    ["apiVersion", operation === "Update" ? apiVersion : ""],
    ["subresource", subresource],
  ] as const;
  return `{${parts
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `"${key}":${printJsonString(value, true)}`)
    .join(",")}}`;
}

/** Whether a record was made through the API group of a version. */
export function isOfGroup(entry: ManagerIdentity, apiVersion: string): boolean {
  return groupOf(entry.apiVersion) === groupOf(apiVersion);
}

/** "" for the core group. */
function groupOf(apiVersion: string): string {
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}
