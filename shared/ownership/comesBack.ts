/** Whether a manager whose field is taken writes it again, in words: by the dictionary of names, else by how it writes. */
import type { ManagerIdentity } from "../apply/model.ts";
import { knownManager } from "./knownManagers.ts";

/** "kubectl-edit was somebody's hand and will not come back for it" */
export function comesBack(owner: ManagerIdentity): string {
  const { manager, operation } = owner;
  const known = knownManager(owner);
  if (known !== undefined) return `${manager} ${known.afterwards}`;
  return operation === "Apply" ? `the next apply as ${manager} is then refused, or takes it back` : `${manager} may write it again`;
}
