/** Whether a manager whose field is taken writes it again, in words that end a sentence. What is known of names is the dictionary's; the rest follows from how it writes. */
import type { ManagerIdentity } from "../apply/model.ts";
import { knownManager } from "./knownManagers.ts";

/** "kubectl-edit was somebody's hand and will not come back for it" */
export function comesBack(owner: ManagerIdentity): string {
  const { manager, operation, subresource } = owner;
  const known = knownManager(owner);
  if (subresource === "scale" && (known === undefined || known.returns === "maybe"))
    return `${manager} scales it again if it is an autoscaler`;
  if (known !== undefined) return `${manager} ${known.afterwards}`;
  return operation === "Apply" ? `the next apply as ${manager} is then refused, or takes it back` : `${manager} may write it again`;
}
