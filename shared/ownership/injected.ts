/**
 * Fields of a manifest that hold but a placeholder for what something in the cluster writes there.
 * Invariant: a certificate authority that a person really set is none, unless an annotation asks for injection.
 */
import { type FieldPath, field, fieldPath } from "../fieldpath/pathElement.ts";
import { isList, isMap, type Value, valueAt } from "../fieldpath/value.ts";
import { elementType, fieldType, resolve } from "../schema/resolve.ts";
import { isProblem, itemElement } from "../typed/listItem.ts";
import type { Snapshot } from "./snapshot.ts";
import * as texts from "./words/texts.ts";

/** A field, and what fills it in. */
export interface InjectedField {
  readonly path: FieldPath;
  readonly filledBy: string;
}

/** The placeholders of built-in kinds. */
export function placeholdersOf(snapshot: Pick<Snapshot, "object" | "kind">): readonly InjectedField[] {
  const { value, kind } = snapshot.object;
  switch (kind) {
    case "ClusterRole":
      if (!isMap(valueAt(value, "aggregationRule")) || valueAt(value, "rules") === undefined) return [];
      return [{ path: fieldPath("rules"), filledBy: texts.filledByAggregation }];
    case "Service":
      return [...(valueAt(value, "spec", "clusterIP") === "" ? [servicePath("clusterIP")] : []), ...emptyNodePorts(snapshot)];
    case "ValidatingWebhookConfiguration":
    case "MutatingWebhookConfiguration":
      return itemsOf(snapshot, "webhooks").flatMap(({ path, item }) => bundleIn(value, item, path, ["clientConfig"]));
    case "CustomResourceDefinition":
      return bundleIn(value, value, [], ["spec", "conversion", "webhook", "clientConfig"]);
    case "APIService":
      return bundleIn(value, value, [], ["spec"]);
    default:
      return [];
  }
}

function servicePath(name: string): InjectedField {
  return { path: fieldPath("spec", name), filledBy: texts.filledByServer };
}

function emptyNodePorts(snapshot: Pick<Snapshot, "object" | "kind">): InjectedField[] {
  return itemsOf(snapshot, "spec", "ports").flatMap(({ path, item }) =>
    valueAt(item, "nodePort") === 0 ? [{ ...servicePath(""), path: [...path, field("nodePort")] }] : [],
  );
}

function bundleIn(object: Value, holder: Value, at: FieldPath, below: readonly string[]): InjectedField[] {
  const bundle = valueAt(holder, ...below, "caBundle");
  if (typeof bundle !== "string") return [];
  const annotations = valueAt(object, "metadata", "annotations");
  const asked = isMap(annotations) ? [...annotations.keys()].find((key) => injectors.test(key)) : undefined;
  if (asked === undefined && bundle.length > longestDummy) return [];
  const filledBy = asked === undefined ? texts.filledByInjectors : texts.filledByAnnotation(asked);
  return [{ path: [...at, ...fieldPath(...below, "caBundle")], filledBy }];
}

/** Annotations that ask for a certificate authority: cert-manager's and OpenShift's. */
const injectors = /^cert-manager\.io\/inject-|^service\.(?:beta|alpha)\.openshift\.io\/inject-cabundle$/;
/** No certificate is as short in base64. */
const longestDummy = 40;

/** The items of a keyed list that have a path of their own. */
function itemsOf({ object, kind }: Pick<Snapshot, "object" | "kind">, ...names: readonly string[]): { path: FieldPath; item: Value }[] {
  const items = valueAt(object.value, ...names);
  const type = names.reduce<typeof kind.type | undefined>((at, name) => at && fieldType(at, name), kind.type);
  const list = type === undefined ? undefined : resolve(type)?.list;
  if (!isList(items) || type === undefined || list === undefined || elementType(type) === undefined) return [];
  return items.flatMap((item) => {
    const answer = list.relationship === "associative" ? itemElement(item, list, type.schema) : undefined;
    return answer === undefined || isProblem(answer) ? [] : [{ path: [...fieldPath(...names), answer.element], item }];
  });
}
