/** Whether a manager whose field is taken writes it again, in words: by the dictionary of names, else by how it writes. */
import type { ManagerIdentity } from "../apply/model.ts";
import { knownManager } from "./knownManagers.ts";
import * as owning from "./words/owning.ts";

/** "kubectl-edit will not come back for it" */
export function comesBack(owner: ManagerIdentity): string {
  const { manager, operation } = owner;
  const known = knownManager(owner);
  if (known !== undefined) return owning.afterwards(manager, known.afterwards);
  return operation === "Apply" ? owning.appliesAgain(manager) : owning.mayWriteAgain(manager);
}
