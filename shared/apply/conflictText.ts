/**
 * The words in which an apply is refused because of others' fields.
 * Invariant: byte for byte what the API server answers, and what kubectl prints below it.
 * Counterpart in Go: managedfields/internal conflict.go, kubectl's apply command.
 */
import { printPath, quote } from "../fieldpath/printPath.ts";
import { identityText } from "./identity.ts";
import type { Conflict, ManagerIdentity } from "./model.ts";

/** The message of the 409. The conflicts must stand in the server's order. */
export function conflictMessage(conflicts: readonly Conflict[]): string {
  if (conflicts.length === 1) {
    const [{ manager, path }] = conflicts as [Conflict];
    return `Apply failed with 1 conflict: conflict with ${managerText(manager)}: ${printPath(path)}`;
  }
  const lines: string[] = [];
  let last: ManagerIdentity | undefined;
  for (const { manager, path } of conflicts) {
    if (last === undefined || (last !== manager && identityText(last) !== identityText(manager)))
      lines.push(`conflicts with ${managerText(manager)}:`);
    lines.push(`- ${printPath(path)}`);
    last = manager;
  }
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join("\n")}`;
}

/** One entry of the 409's `details.causes`. */
export function conflictCause({ manager, path }: Conflict): { readonly message: string; readonly field: string } {
  return { message: `conflict with ${managerText(manager)}`, field: printPath(path) };
}

/** A manager as conflicts name it: `"hpa" with subresource "scale" using apps/v1`. */
export function managerText({ manager, operation, apiVersion, subresource }: ManagerIdentity): string {
  const endpoint = subresource === "" ? "" : ` with subresource ${quote(subresource)}`;
  return `${quote(manager)}${endpoint}${operation === "Update" ? ` using ${apiVersion}` : ""}`;
}

/** What kubectl prints below a conflict, after `error: ` and the message. */
export const kubectlAdvice = `Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts`;
