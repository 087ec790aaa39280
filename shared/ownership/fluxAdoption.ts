/**
 * The live object as Flux leaves it just before it applies: what kubectl and the time before records are noted for is Flux's own then, so that
 * the apply removes what its manifest lacks. Source: the cleaning up that kustomize-controller asks of its apply library.
 */
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { union } from "../fieldpath/set.ts";
import { isMap, type Value, valueAt } from "../fieldpath/value.ts";
import { takesOverKubectl } from "./annotations.ts";
import { lastAppliedAnnotation } from "./deployers.ts";
import type { LiveObject, Snapshot } from "./snapshot.ts";

/** The records of the live object that its applier takes over before it applies; none but for Flux. */
export function isAdopted({ as, object, live }: Pick<Snapshot, "as" | "object" | "live">, record: ManagedFieldsEntry): boolean {
  const takes = as.decided && as.force === true && live.state === "live" && takesOverKubectl(as, object.value, live.live.object);
  if (!takes || record.subresource !== "") return false;
  if (record.manager.startsWith("kubectl")) return true;
  return record.operation === "Update" && (record.manager.startsWith("before-first-apply") || record.manager.startsWith(as.manager));
}

/** The live object that the apply meets; the same one where nothing is taken over. */
export function liveForApply(snapshot: Snapshot, live: LiveObject): LiveObject {
  const { as, object } = snapshot;
  const taken = live.managedFields.filter((record) => isAdopted(snapshot, record));
  const [first] = taken;
  if (!as.decided || first === undefined) return live;
  const rest = live.managedFields.filter((record) => !taken.includes(record));
  const own = rest.find((record) => record.manager === as.manager && record.operation === "Apply" && record.subresource === "");
  const fields = taken.reduce((all, record) => union(all, record.fields), own?.fields ?? { members: [], children: [] });
  const merged = { ...(own ?? { ...first, apiVersion: object.apiVersion, manager: as.manager, operation: "Apply" as const }), fields };
  return { ...live, object: withoutLastApplied(live.object), managedFields: [...rest.filter((record) => record !== own), merged] };
}

function withoutLastApplied(object: Value): Value {
  const [metadata, annotations] = [valueAt(object, "metadata"), valueAt(object, "metadata", "annotations")];
  if (!isMap(object) || !isMap(metadata) || !isMap(annotations) || !annotations.has(lastAppliedAnnotation)) return object;
  const left = new Map([...annotations].filter(([key]) => key !== lastAppliedAnnotation));
  return new Map(object).set("metadata", new Map(metadata).set("annotations", left));
}
