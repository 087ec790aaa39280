/** `server.apply`: what a real kube-apiserver answered to an apply, against what we predict. */
import { conflictCause } from "../../shared/apply/conflictText.ts";
import { decodeManagedFields, encodeManagedFields } from "../../shared/apply/managedFields.ts";
import type { ApplyOutcome } from "../../shared/apply/model.ts";
import { predictApply } from "../../shared/apply/predictApply.ts";
import { resetFieldsOf } from "../../shared/apply/resetFields.ts";
import { compareNames } from "../../shared/fieldpath/compare.ts";
import { printJson } from "../../shared/fieldpath/json.ts";
import { printElement } from "../../shared/fieldpath/printPath.ts";
import { isList, isMap, stringAt, type Value, type ValueMap, valueAt } from "../../shared/fieldpath/value.ts";
import { kindsOfCrd } from "../../shared/schema/fromCrd.ts";
import { kindKey, type OpenApiSchema, schemaFromOpenApi } from "../../shared/schema/fromOpenApi.ts";
import type { SchemaType } from "../../shared/schema/model.ts";
import { elementType, fieldType, resolve } from "../../shared/schema/resolve.ts";
import { isProblem, itemElement } from "../../shared/typed/listItem.ts";
import { type Case, openApiDocument, openApiIndex } from "./data.ts";

/** The prediction of a case. */
export function predictCase({ in: input }: Case): ApplyOutcome {
  const config = input.get("manifest") ?? null;
  const apiVersion = stringAt(config, "apiVersion") ?? "";
  const kind = stringAt(config, "kind") ?? "";
  const subresource = stringAt(input, "subresource") ?? "";
  const { typeAt, versions, hasStatus } = kindOf(input, apiVersion, kind);
  const type = typeAt(apiVersion);
  if (type === undefined) throw new Error(`${apiVersion} ${kind} is in no schema of the case`);
  const live = input.get("live") ?? null;
  const { entries, problems } = decodeManagedFields(live);
  return predictApply({
    live: live === null ? undefined : { object: live, managedFields: entries, problems },
    config,
    type,
    typeAt,
    versions,
    manager: stringAt(input, "manager") ?? "",
    force: input.get("force") === true,
    subresource,
    resetFields: resetFieldsOf(apiVersion, kind, subresource, hasStatus),
    time: "2999-01-01T00:00:00Z",
  });
}

/** The prediction in the form of a case's outcome. */
export function outcomeValue(outcome: ApplyOutcome): ValueMap {
  switch (outcome.verdict) {
    case "accepted":
      return new Map<string, Value>([
        ["code", outcome.created ? 201 : 200],
        ["object", withRecords(outcome.object, encodeManagedFields(outcome.managedFields))],
      ]);
    case "conflict": {
      const causes = outcome.conflicts.map((conflict) => new Map(Object.entries(conflictCause(conflict))));
      return new Map<string, Value>([
        ["code", 409],
        ["message", outcome.message],
        ["causes", causes],
      ]);
    }
    case "refused":
      return new Map<string, Value>([
        ["code", outcome.code],
        ["message", outcome.message],
      ]);
    case "undecided":
      return new Map<string, Value>([["undecided", outcome.reasons.join("; ")]]);
  }
}

/** What of an outcome is compared: without what only the server knows, which the case lists by printed paths. */
export function comparable({ in: input }: Case, out: ValueMap): ValueMap {
  const causes = out.get("causes");
  const object = out.get("object");
  const compared = new Map<string, Value>([["code", out.get("code") ?? null]]);
  if (isList(causes)) {
    compared.set("message", out.get("message") ?? null);
    compared.set("causes", causes.map((cause) => printJson(cause)).sort(compareNames));
  }
  if (object !== undefined) {
    const records = valueAt(object, "metadata", "managedFields");
    const defaults = input.get("serverDefaults");
    const gone = new Set([...setByServer, ...(isList(defaults) ? defaults.map(String) : [])]);
    compared.set("managedFields", isList(records) ? records.map(withoutTime) : []);
    compared.set("object", withoutPaths(object, gone, typeOfCase(input), ""));
  }
  return compared;
}

function withoutTime(entry: Value): Value {
  const copy = new Map(isMap(entry) ? entry : []);
  copy.delete("time");
  return copy;
}

const setByServer: readonly string[] = [
  ...["managedFields", "resourceVersion", "generation", "uid", "creationTimestamp"].map((name) => `.metadata.${name}`),
  ".status",
];

function withoutPaths(value: Value, gone: ReadonlySet<string>, type: SchemaType | undefined, path: string): Value {
  if (isMap(value)) {
    const kept = new Map<string, Value>();
    for (const [key, child] of value) {
      const at = `${path}.${key}`;
      if (!gone.has(at)) kept.set(key, withoutPaths(child, gone, type && fieldType(type, key), at));
    }
    return kept;
  }
  const list = type && resolve(type)?.list;
  if (!isList(value) || type === undefined || list?.relationship !== "associative") return value;
  return value.flatMap((item) => {
    const answer = itemElement(item, list, type.schema);
    const at = isProblem(answer) ? path : `${path}${printElement(answer.element)}`;
    return gone.has(at) ? [] : [withoutPaths(item, gone, elementType(type), at)];
  });
}

function typeOfCase(input: ValueMap): SchemaType | undefined {
  const apiVersion = stringAt(input, "manifest", "apiVersion") ?? "";
  return kindOf(input, apiVersion, stringAt(input, "manifest", "kind") ?? "").typeAt(apiVersion);
}

function withRecords(object: Value, records: Value | undefined): Value {
  const metadata = valueAt(object, "metadata");
  if (!isMap(object) || records === undefined) return object;
  return new Map(object).set("metadata", new Map(isMap(metadata) ? metadata : []).set("managedFields", records));
}

interface KindOfCase {
  readonly typeAt: (apiVersion: string) => SchemaType | undefined;
  readonly versions: readonly string[];
  readonly hasStatus: boolean;
}

function kindOf(input: ValueMap, apiVersion: string, kind: string): KindOfCase {
  const crd = input.get("crd");
  if (crd !== undefined) {
    const kinds = kindsOfCrd(crd);
    return {
      typeAt: (version) => kinds.find((known) => known.apiVersion === version)?.type,
      versions: kinds.map((known) => known.apiVersion),
      hasStatus: kinds.some((known) => known.apiVersion === apiVersion && known.subresources.includes("status")),
    };
  }
  const folder = stringAt(input, "openapi") ?? "";
  const typeAt = (version: string): SchemaType | undefined => openApiOf(folder, version)?.kinds.get(kindKey(version, kind));
  return {
    typeAt,
    versions: [...openApiIndex(folder).keys()].filter((version) => typeAt(version) !== undefined),
    hasStatus: hasStatusSubresource(folder, apiVersion, kind),
  };
}

const converted = new Map<string, OpenApiSchema | undefined>();

function openApiOf(folder: string, apiVersion: string): OpenApiSchema | undefined {
  const key = `${folder} ${apiVersion}`;
  if (!converted.has(key)) {
    const file = openApiIndex(folder).get(apiVersion);
    converted.set(key, file === undefined ? undefined : schemaFromOpenApi(openApiDocument(folder, file)));
  }
  return converted.get(key);
}

function hasStatusSubresource(folder: string, apiVersion: string, kind: string): boolean {
  const ofVersion = valueAt(openApiDocument(folder, "resources"), apiVersion);
  return [...(isMap(ofVersion) ? ofVersion.values() : [])].some((resource) => {
    const subresources = valueAt(resource, "subresources");
    return stringAt(resource, "kind") === kind && isList(subresources) && subresources.includes("status");
  });
}
