/** `server.apply`: what a real kube-apiserver answered to an apply, against what we predict. */
import { conflictCause } from "../../shared/apply/conflictText.ts";
import { decodeManagedFields, encodeManagedFields } from "../../shared/apply/managedFields.ts";
import type { ApplyOutcome } from "../../shared/apply/model.ts";
import { predictApply } from "../../shared/apply/predictApply.ts";
import { resetFieldsOf } from "../../shared/apply/resetFields.ts";
import { compareNames } from "../../shared/fieldpath/compare.ts";
import { printJson } from "../../shared/fieldpath/json.ts";
import { isList, isMap, stringAt, type Value, type ValueMap, valueAt } from "../../shared/fieldpath/value.ts";
import { kindsOfCrd } from "../../shared/schema/fromCrd.ts";
import { kindKey, type OpenApiSchema, schemaFromOpenApi } from "../../shared/schema/fromOpenApi.ts";
import type { SchemaType } from "../../shared/schema/model.ts";
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
      return new Map<string, Value>([["undecided", outcome.reason]]);
  }
}

/** What of an outcome is compared, with the parts that only the server knows left out. */
export function comparable(out: ValueMap, serverDefaults: readonly string[]): ValueMap {
  const causes = out.get("causes");
  const object = out.get("object");
  const compared = new Map<string, Value>([["code", out.get("code") ?? null]]);
  if (isList(causes)) {
    compared.set("message", out.get("message") ?? null);
    compared.set("causes", causes.map((cause) => printJson(cause)).sort(compareNames));
  }
  if (object !== undefined) {
    const records = valueAt(object, "metadata", "managedFields");
    compared.set("managedFields", isList(records) ? records.map(withoutTime) : []);
    compared.set("object", knownPart(object, serverDefaults));
  }
  return compared;
}

function withoutTime(entry: Value): Value {
  const copy = new Map(isMap(entry) ? entry : []);
  copy.delete("time");
  return copy;
}

const setByServer: ReadonlySet<string> = new Set([
  ...["managedFields", "resourceVersion", "generation", "uid", "creationTimestamp"].map((name) => `.metadata.${name}`),
  ".status",
]);

function knownPart(object: Value, serverDefaults: readonly string[]): Value {
  return prunePaths(object, new Set([...setByServer, ...serverDefaults]), "");
}

function prunePaths(value: Value, gone: ReadonlySet<string>, at: string): Value {
  if (!isMap(value)) return value;
  return new Map(
    [...value].flatMap(([key, child]) => (gone.has(`${at}.${key}`) ? [] : [[key, prunePaths(child, gone, `${at}.${key}`)] as const])),
  );
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
