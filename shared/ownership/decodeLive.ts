/** A live object with its ownership decoded. Deeply pure: to be called once per uid and resourceVersion and kept. */
import { decodeManagedFields } from "../apply/managedFields.ts";
import type { Value } from "../fieldpath/value.ts";
import type { LiveObject } from "./snapshot.ts";

/** The live object as features know it; what could not be decoded stands in `problems`. */
export function decodeLive(object: Value): LiveObject {
  const { entries, problems } = decodeManagedFields(object);
  return { object, managedFields: entries, problems };
}
