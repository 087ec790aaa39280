/** Short ways to write down objects and who owns them. */
import { decodeManagedFields, encodeManagedFields } from "../../../shared/apply/managedFields.ts";
import type { ApplyOutcome, DecodedObject, ManagedFieldsEntry } from "../../../shared/apply/model.ts";
import { type ApplyRequest, predictApply } from "../../../shared/apply/predictApply.ts";
import { resetFieldsOf } from "../../../shared/apply/resetFields.ts";
import { parseFieldsV1, printFieldsV1 } from "../../../shared/fieldpath/fieldsV1.ts";
import { parseJson } from "../../../shared/fieldpath/json.ts";
import { isMap, stringAt, type Value, valueAt } from "../../../shared/fieldpath/value.ts";
import { bundledKind } from "../../../shared/schema/bundled.ts";
import { deducedType } from "../../../shared/schema/deduced.ts";

export function value(plain: unknown): Value {
  return parseJson(JSON.stringify(plain)).value;
}

/** `"ci"` applied; `"hpa=Update/scale"` names operation and subresource; `"old@v0"` the version. */
export function owns(who: string, fieldsV1: string, apiVersion = "v1"): ManagedFieldsEntry {
  const [, manager = "", version, operation, subresource] = /^([^@=]+)(?:@([^=]+))?(?:=(\w+))?(?:\/(\w+))?$/.exec(who) ?? [];
  return {
    manager,
    operation: operation === "Update" ? "Update" : "Apply",
    apiVersion: version ?? apiVersion,
    subresource: subresource ?? "",
    time: "2026-01-02T03:04:05Z",
    fields: parseFieldsV1(fieldsV1).set,
  };
}

export function live(plain: unknown, ...entries: readonly ManagedFieldsEntry[]): DecodedObject {
  const object = value(plain);
  const metadata = valueAt(object, "metadata");
  const records = encodeManagedFields(entries);
  const recorded = new Map(isMap(metadata) ? metadata : []);
  if (records !== undefined) recorded.set("managedFields", records);
  const whole = new Map(isMap(object) ? object : []).set("metadata", recorded);
  const { entries: managedFields, problems } = decodeManagedFields(whole);
  return { object: whole, managedFields, problems };
}

/** An apply of a built-in kind as the API server of the bundled version would take it. */
export function applying(config: unknown, rest: Partial<ApplyRequest> = {}): ApplyOutcome {
  const object = value(config);
  const apiVersion = stringAt(object, "apiVersion") ?? "";
  const kind = stringAt(object, "kind") ?? "";
  const subresource = rest.subresource ?? "";
  const known = bundledKind(apiVersion, kind);
  return predictApply({
    live: undefined,
    config: object,
    type: known?.type ?? deducedType,
    typeAt: (version) => bundledKind(version, kind)?.type,
    manager: "me",
    force: false,
    subresource,
    resetFields: resetFieldsOf(apiVersion, kind, subresource, known?.subresources.includes("status") ?? false),
    ...rest,
  });
}

/** Who owns what, one line each. */
export function owners(entries: readonly ManagedFieldsEntry[]): readonly string[] {
  return entries.map((entry) => {
    const operation = entry.operation === "Update" ? `=Update${entry.subresource === "" ? "" : `/${entry.subresource}`}` : "";
    return `${entry.manager}${operation} ${printFieldsV1(entry.fields)}`;
  });
}
