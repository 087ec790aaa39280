/**
 * `fieldmanager.write`: one apply or update of a custom resource through the API server's whole chain around the merge, from decoding
 * the records to writing them. What its storage does to an object afterwards is left out, and so are times.
 */
import { conflictCause } from "../../shared/apply/conflictText.ts";
import { decodeManagedFields, encodeManagedFields } from "../../shared/apply/managedFields.ts";
import type { ApplyOutcome, DecodedObject, ManagedFieldsEntry } from "../../shared/apply/model.ts";
import { predictApply } from "../../shared/apply/predictApply.ts";
import { predictUpdate } from "../../shared/apply/predictUpdate.ts";
import { compareNames } from "../../shared/fieldpath/compare.ts";
import { parseFieldsV1 } from "../../shared/fieldpath/fieldsV1.ts";
import { isList, isMap, stringAt, type Value, type ValueMap, valueAt } from "../../shared/fieldpath/value.ts";
import { kindKey, schemaFromDefinitions } from "../../shared/schema/fromOpenApi.ts";

/** The chain's answer. */
export function writeThroughChain(input: ValueMap): ValueMap {
  const object = input.get("object") ?? null;
  const { kinds } = schemaFromDefinitions(input.get("schemas") ?? null, false);
  const type = kinds.get(kindKey(stringAt(object, "apiVersion") ?? "", stringAt(object, "kind") ?? ""));
  if (type === undefined) throw new Error("the case has no schema for its object");
  const reset = stringAt(input, "reset") ?? "{}";
  const write = {
    live: decoded(input.get("live") ?? null),
    type,
    manager: stringAt(input, "manager") ?? "",
    subresource: stringAt(input, "subresource") ?? "",
    resetFields: parseFieldsV1(reset).set,
    time: "2999-01-01T00:00:00Z",
  };
  const verb = stringAt(input, "do");
  if (verb === "update") return accepted(predictUpdate({ ...write, object }), undefined);
  const outcome = predictApply({ ...write, config: object, typeAt: () => undefined, force: verb === "forceApply" });
  return applied(outcome, reset === "{}");
}

function decoded(live: Value): DecodedObject | undefined {
  if (live === null) return undefined;
  const { entries, problems } = decodeManagedFields(live);
  return { object: live, managedFields: entries, problems };
}

/** The chain refuses a live object that does not fit the schema; for the prediction the schema may be the one that is wrong. */
function applied(outcome: ApplyOutcome, withObject: boolean): ValueMap {
  switch (outcome.verdict) {
    case "accepted":
      return accepted(outcome.managedFields, withObject ? outcome.object : undefined);
    case "refused":
      return new Map([["code", outcome.code]]);
    case "undecided":
      return new Map([["code", 500]]);
    case "conflict": {
      const causes = outcome.conflicts.map(conflictCause).map(({ field, message }) => `${field}: ${message}`);
      return new Map<string, Value>([
        ["code", 409],
        ["message", outcome.message],
        ["causes", causes.sort(compareNames)],
      ]);
    }
  }
}

function accepted(entries: readonly ManagedFieldsEntry[], object: Value | undefined): ValueMap {
  const encoded = encodeManagedFields(entries);
  const names = ["manager", "operation", "apiVersion", "subresource"];
  const records = (isList(encoded) ? encoded : []).map((record): [string, Value] => [
    names.map((name) => stringAt(record, name) ?? "").join(" "),
    valueAt(record, "fieldsV1") ?? null,
  ]);
  const out = new Map<string, Value>([
    ["code", 200],
    ["records", new Map(records)],
  ]);
  return object === undefined ? out : out.set("object", withoutEmptyMetadata(object));
}

/** Metadata is stored through a Go type, which leaves out what is empty; of what was stored already the prediction says nothing. */
function withoutEmptyMetadata(object: Value): Value {
  const metadata = valueAt(object, "metadata");
  if (!isMap(object) || !isMap(metadata)) return object;
  const isEmpty = (value: Value): boolean => value === null || (isMap(value) && value.size === 0) || (isList(value) && value.length === 0);
  return new Map(object).set("metadata", new Map([...metadata].filter(([, value]) => !isEmpty(value))));
}
