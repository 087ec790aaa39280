/** Writes to a custom resource, with live objects that earlier writes made: the whole chain around the merge. */
import { lastAppliedAnnotation } from "../../shared/apply/lastApplied.ts";
import { decodeManagedFields, encodeManagedFields } from "../../shared/apply/managedFields.ts";
import type { ManagedFieldsEntry } from "../../shared/apply/model.ts";
import { predictApply } from "../../shared/apply/predictApply.ts";
import { predictUpdate } from "../../shared/apply/predictUpdate.ts";
import { parseFieldsV1 } from "../../shared/fieldpath/fieldsV1.ts";
import { parseJson, printJson } from "../../shared/fieldpath/json.ts";
import { isMap, stringAt, type Value, type ValueMap, valueAt } from "../../shared/fieldpath/value.ts";
import { kindKey, schemaFromDefinitions } from "../../shared/schema/fromOpenApi.ts";
import type { SchemaType } from "../../shared/schema/model.ts";
import type { Draws } from "./draws.ts";
import { drawChanged, drawName, drawString, drawValue, mapOf } from "./values.ts";

/** The last of some writes, on the object that the others left. */
export function drawWrite(draws: Draws): ValueMap {
  let live: Value = null;
  const earlier = draws.chance(15) ? 16 : 5;
  draws
    .list(earlier, () => undefined)
    .forEach((_, at) => {
      live = afterWrite(drawRequest(draws, live), at);
    });
  return drawRequest(draws, live);
}

function drawRequest(draws: Draws, live: Value): ValueMap {
  const status = draws.chance(12);
  return mapOf({
    do: draws.pick(["apply", "update", "forceApply", "apply"]),
    live,
    manager: draws.pick(["ci", "hpa", "kubectl", "a", "b", "c", "d", "e", "f", "g", "h", "i", "kubectl-client-side-apply", 'q"😀']),
    object: drawWidget(draws, live),
    schemas: definitions,
    subresource: status ? "status" : "",
    reset: status ? '{"f:metadata":{},"f:spec":{}}' : draws.pick(["{}", '{"f:status":{}}']),
  });
}

function drawWidget(draws: Draws, live: Value): ValueMap {
  const annotations = new Map<string, Value>(draws.list(2, () => [draws.pick(["a", "b", "a.b/c"]), drawString(draws)] as const));
  if (draws.chance(25)) annotations.set(lastAppliedAnnotation, draws.chance(10) ? "{" : printJson(drawPlain(draws, live)));
  return drawPlain(draws, live, annotations.size > 0 ? annotations : undefined);
}

function drawPlain(draws: Draws, live: Value, annotations?: ValueMap): ValueMap {
  const part = (name: string, draw: () => Value): Value | undefined => {
    const before = valueAt(live, name);
    if (before !== undefined && draws.chance(60)) return drawChanged(draws, before);
    return draws.chance(80) ? draw() : undefined;
  };
  const labels = new Map(draws.list(2, () => [drawName(draws), drawString(draws)] as const));
  return mapOf({
    apiVersion: "example.dev/v1",
    kind: "Widget",
    metadata: mapOf({
      name: "w",
      uid: live === null ? undefined : "u",
      labels: labels.size > 0 ? labels : undefined,
      annotations,
      finalizers: draws.chance(20) ? draws.some(["x", "y", "z"], 30) : undefined,
    }),
    spec: part("spec", () => drawSpec(draws)),
    status: part("status", () => mapOf({ ready: draws.below(3) })),
  });
}

/** No integer beyond 2^53: an update that Go fails on leaves the records as text, where such a key is not rounded yet. */
const ports = [80, 81, 443, 1_000_000, 0.5] as const;

function drawSpec(draws: Draws): ValueMap {
  const maybe = <T extends Value>(draw: () => T): T | undefined => (draws.chance(45) ? draw() : undefined);
  const words = (): ValueMap => new Map(draws.list(3, () => [drawName(draws), drawString(draws)] as const));
  const named = new Map(
    draws.list(3, () => [drawString(draws), mapOf({ value: maybe(() => drawString(draws)), labels: maybe(words) })] as const),
  );
  return mapOf({
    replicas: maybe(() => draws.below(4)),
    args: maybe(() => draws.list(3, () => drawString(draws))),
    tags: maybe(() => [...new Set(draws.list(3, () => drawString(draws)))]),
    labels: maybe(words),
    selector: maybe(words),
    items: maybe(() => [...named].map(([name, item]) => new Map<string, Value>([["name", name], ...item]))),
    ports: maybe(() =>
      draws.list(2, () =>
        mapOf({ port: draws.pick(ports), protocol: maybe(() => draws.pick(["TCP", "UDP"])), note: maybe(() => drawString(draws)) }),
      ),
    ),
    free: maybe(() => new Map([[drawName(draws), drawValue(draws, 2)]])),
    nested: maybe(() => mapOf({ a: maybe(() => drawString(draws)), inner: maybe(() => mapOf({ b: maybe(() => draws.below(2)) })) })),
  });
}

/** What is stored after a write, by our own prediction; a write that is refused changes nothing. */
function afterWrite(request: ValueMap, at: number): Value {
  const live = request.get("live") ?? null;
  const object = request.get("object") ?? null;
  const { entries: managedFields, problems } = decodeManagedFields(live);
  const write = {
    live: live === null ? undefined : { object: live, managedFields, problems },
    type: widgetType,
    manager: stringAt(request, "manager") ?? "",
    subresource: stringAt(request, "subresource") ?? "",
    resetFields: parseFieldsV1(stringAt(request, "reset") ?? "").set,
    time: `2026-01-01T00:00:${String(at).padStart(2, "0")}Z`,
  };
  if (request.get("do") === "update") return stored(object, predictUpdate({ ...write, object }));
  const force = request.get("do") === "forceApply";
  const outcome = predictApply({ ...write, config: object, typeAt: () => undefined, force });
  return outcome.verdict === "accepted" ? stored(outcome.object, outcome.managedFields) : live;
}

function stored(object: Value, entries: readonly ManagedFieldsEntry[]): Value {
  const metadata = new Map(asMap(valueAt(object, "metadata"))).set("uid", "u");
  const records = encodeManagedFields(entries);
  if (records !== undefined) metadata.set("managedFields", records);
  return parseJson(printJson(new Map(asMap(object)).set("metadata", metadata))).value;
}

function asMap(value: Value | undefined): ValueMap {
  return isMap(value) ? value : new Map();
}

// Null is allowed everywhere, as the chain itself never asks.
const string = { type: "string", nullable: true };
const integer = { type: "integer", nullable: true };
const struct = (properties: object): object => ({ type: "object", nullable: true, properties });
const mapOfStrings = { type: "object", nullable: true, additionalProperties: string };
const list = (items: object, type: string, ...keys: readonly string[]): object => ({
  type: "array",
  nullable: true,
  items,
  "x-kubernetes-list-type": type,
  ...(keys.length > 0 && { "x-kubernetes-list-map-keys": keys }),
});

const spec = struct({
  replicas: integer,
  args: list(string, "atomic"),
  tags: list(string, "set"),
  labels: mapOfStrings,
  selector: { ...mapOfStrings, "x-kubernetes-map-type": "atomic" },
  items: list(struct({ name: string, value: string, labels: mapOfStrings }), "map", "name"),
  ports: list(
    struct({ port: { type: "number", nullable: true }, protocol: { ...string, default: "TCP" }, note: string }),
    "map",
    "port",
    "protocol",
  ),
  free: { type: "object", nullable: true, "x-kubernetes-preserve-unknown-fields": true },
  nested: struct({ a: string, inner: struct({ b: integer }) }),
});

const metadata = struct({
  name: string,
  uid: string,
  labels: mapOfStrings,
  annotations: mapOfStrings,
  finalizers: list(string, "set"),
  managedFields: list({ type: "object" }, "atomic"),
});

const kinds = [{ group: "example.dev", version: "v1", kind: "Widget" }];
const widget = {
  ...struct({ apiVersion: string, kind: string, metadata, spec, status: struct({ ready: integer }) }),
  "x-kubernetes-group-version-kind": kinds,
};
const definitions = parseJson(JSON.stringify({ "dev.example.Widget": widget })).value;
const widgetType = schemaFromDefinitions(definitions, false).kinds.get(kindKey("example.dev/v1", "Widget")) as SchemaType;
