/**
 * Documents parsed, with the values of Secrets hidden. Only the last few stay parsed: a file of 2,500 documents would fill the memory.
 * What must be known of all of them is kept as a summary.
 */
import { isMap, stringAt, type Value, valueAt } from "../../shared/fieldpath/value.ts";
import type { ManifestDocument, ManifestObject, Range } from "../../shared/manifest/model.ts";
import { parseDocument } from "../../shared/manifest/parseDocument.ts";
import { isOpenName } from "../../shared/manifest/placeholders.ts";
import { hookReason } from "../../shared/ownership/annotations.ts";
import { maskSecret } from "../../shared/ownership/maskSecret.ts";
import * as skipped from "../../shared/ownership/words/skipped.ts";
import { bundledKind } from "../../shared/schema/bundled.ts";
import { kindNamesOf } from "../../shared/schema/fromCrd.ts";
import type { ObjectKey } from "../cluster/ports.ts";
import type { FileRole } from "../files/files.ts";
import { processDigest } from "../files/processDigest.ts";
import { idOf } from "./liveStore.ts";
import type { Part } from "./openFile.ts";
import { recent } from "./recent.ts";

/** What stands in a document, for as long as its file is open. */
export interface Summary {
  readonly kind: ManifestDocument["kind"];
  readonly objects: readonly ObjectSummary[];
}

export interface ObjectSummary {
  readonly key: ObjectKey;
  readonly id: string;
  /** Relative to the document. */
  readonly range: Range;
  readonly directives: ManifestObject["directives"];
  /** Why no live object of this name can be looked up; undefined where one can. */
  readonly nameless: string | undefined;
  /** The namespace or kinds that it creates; see `namespaceId` and `kindId`. */
  readonly brings: readonly string[];
  /** What only a cluster writes. */
  readonly hasUid: boolean;
  readonly hasStatus: boolean;
}

export interface Readings {
  document(part: Part): ManifestDocument;
  summary(part: Part): Summary;
}

const parsedLimit = 32;

export function createReadings(): Readings {
  const parsed = recent<Part, ManifestDocument>(parsedLimit);
  function document(part: Part): ManifestDocument {
    const known = parsed.get(part);
    if (known !== undefined) return known;
    const fresh = part.text.includes("apiVersion") ? hideSecrets(parseDocument(part.text)) : notOurs(part.text);
    parsed.set(part, fresh);
    return fresh;
  }
  return {
    document,
    summary(part) {
      part.summary ??= summaryOf(document(part));
      return part.summary;
    },
  };
}

/** Whether an object is compared with the live object of its name, in a file of this role. */
export function isCompared(object: ObjectSummary, role: FileRole): boolean {
  return role.kind === "manifest" && object.nameless === undefined && !isLiveObject(object, role);
}

/**
 * An object as a cluster gave it: it shows owners and is compared with nothing. A uid alone is not enough, since people also
 * turn exports into manifests: it must stand in a file of saved objects, or have a status.
 */
export function isLiveObject(object: ObjectSummary, role: FileRole): boolean {
  return object.hasUid && (object.hasStatus || role.kind === "savedLive");
}

/** Values files, package.json and all the other YAML and JSON of a workspace are not worth parsing. */
function notOurs(text: string): ManifestDocument {
  const blank = /^(?:---)?(?:\s|#[^\n]*\n)*$/.test(`${text}\n`);
  return { text, kind: blank ? "empty" : "other", problems: [], objects: [] };
}

function hideSecrets(document: ManifestDocument): ManifestDocument {
  return { ...document, objects: document.objects.map((object) => ({ ...object, value: maskSecret(object.value, processDigest) })) };
}

function summaryOf(document: ManifestDocument): Summary {
  return { kind: document.kind, objects: document.objects.map(summaryOfObject) };
}

function summaryOfObject(object: ManifestObject): ObjectSummary {
  const { apiVersion, kind, name, generateName, range, directives, value } = object;
  // Where the kind has none, a namespace is written in vain: with another, or without, it is the same object.
  const namespace = bundledKind(apiVersion, kind)?.namespaced === false ? undefined : object.namespace;
  const key = { apiVersion, kind, namespace, name: name ?? "" };
  const open = [apiVersion, kind, namespace ?? "", name ?? ""].find(isOpenName);
  return {
    key,
    id: idOf(key),
    range,
    directives,
    nameless: namelessReason(open, name, generateName) ?? hookReason(value),
    brings: bringsOf(key, value),
    hasUid: stringAt(value, "metadata", "uid") !== undefined,
    hasStatus: isMap(valueAt(value, "status")),
  };
}

/** What stands for a namespace among the things that objects bring. */
export function namespaceId(name: string): string {
  return `namespace ${name}`;
}

/** The same for a kind. */
export function kindId(apiVersion: string, kind: string): string {
  return `kind ${apiVersion} ${kind}`;
}

function bringsOf({ apiVersion, kind, name }: ObjectKey, value: Value): readonly string[] {
  if (apiVersion === "v1" && kind === "Namespace") return [namespaceId(name)];
  if (kind !== "CustomResourceDefinition" || apiVersion !== "apiextensions.k8s.io/v1") return [];
  return kindNamesOf(value).map((defined) => kindId(defined.apiVersion, defined.kind));
}

function namelessReason(open: string | undefined, name: string | undefined, generateName: string | undefined): string | undefined {
  if (open !== undefined) return skipped.namePlaceholder(open);
  if (name !== undefined) return undefined;
  return generateName === undefined ? skipped.noName : skipped.nameMadeUp;
}
