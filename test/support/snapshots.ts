/** Snapshots for tests: a manifest's text and a live object, put together as the session does, without files or cluster. */

import { resetFieldsOf } from "../../shared/apply/resetFields.ts";
import { isList, stringAt, type Value, valueAt } from "../../shared/fieldpath/value.ts";
import type { ManifestDocument, ManifestObject } from "../../shared/manifest/model.ts";
import { parseDocument } from "../../shared/manifest/parseDocument.ts";
import { splitDocuments } from "../../shared/manifest/splitDocuments.ts";
import { decodeLive } from "../../shared/ownership/decodeLive.ts";
import type { Applier, KindInfo, LiveAnswer, Snapshot } from "../../shared/ownership/snapshot.ts";
import { bundledKind } from "../../shared/schema/bundled.ts";
import { deducedType } from "../../shared/schema/deduced.ts";
import type { SchemaType } from "../../shared/schema/model.ts";

/** The moment at which all tests happen. */
export const now: number = Date.UTC(2026, 0, 5, 12);

/** The kind as the session would know it offline; `type`: as a cluster would publish it. */
export function kindOf(apiVersion: string, kind: string, type?: SchemaType): KindInfo {
  const bundled = bundledKind(apiVersion, kind);
  const subresources = bundled?.subresources ?? ["status"];
  return {
    type: type ?? bundled?.type ?? deducedType,
    schemaSource: type !== undefined ? "server" : bundled !== undefined ? "bundled" : "deduced",
    typeAt: (version) => (version === apiVersion ? type : undefined) ?? bundledKind(version, kind)?.type,
    resetFields: resetFieldsOf(apiVersion, kind, "", subresources.includes("status")),
    namespaced: bundled?.namespaced ?? true,
    subresources,
  };
}

/** The live object as a saved file; without managedFields its owners are unknown. */
export function savedLive(object: Value): LiveAnswer {
  const live = decodeLive(object);
  const recorded = isList(valueAt(object, "metadata", "managedFields"));
  return { state: recorded ? "live" : "ownersUnknown", live, source: { from: "file", file: "live.yaml" }, readAt: now };
}

export function snapshot(document: ManifestDocument, object: ManifestObject, live: LiveAnswer, as: Applier, kind?: KindInfo): Snapshot {
  return {
    document,
    object,
    live,
    as,
    now,
    levels: {},
    ignores: [],
    names: { aliases: {}, us: [] },
    kind: kind ?? kindOf(object.apiVersion, object.kind),
  };
}

/** Somebody who applies server-side without force, unless said otherwise. */
export function applier(manager: string, change: Partial<Applier & { readonly decided: true }> = {}): Applier {
  return { decided: true, manager, with: "server-side", force: false, inferred: false, evidence: "by the test", ...change };
}

/** Every document of a text, parsed. */
export function documentsOf(text: string): readonly ManifestDocument[] {
  return splitDocuments(text).map((document) => parseDocument(document.text));
}

/** The one object of a text that holds one. */
export function objectOf(text: string): Value {
  const [object] = documentsOf(text).flatMap((document) => document.objects);
  if (object === undefined) throw new Error(`no object in:\n${text}`);
  return object.value;
}

/** Whether a manifest names the live object; a namespace that it leaves out is taken for the live one's. */
export function names(object: ManifestObject, live: Value): boolean {
  return (
    object.kind === stringAt(live, "kind") &&
    object.name === stringAt(live, "metadata", "name") &&
    [undefined, stringAt(live, "metadata", "namespace")].includes(object.namespace)
  );
}
