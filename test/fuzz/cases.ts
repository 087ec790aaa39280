/** A case's input for each operation, made from draws. */
import { parseFieldsV1, printFieldsV1 } from "../../shared/fieldpath/fieldsV1.ts";
import { parseJson } from "../../shared/fieldpath/json.ts";
import { pathsOf, setOf } from "../../shared/fieldpath/set.ts";
import type { Value, ValueMap } from "../../shared/fieldpath/value.ts";
import { deducedType } from "../../shared/schema/deduced.ts";
import { schemaFromSmd } from "../../shared/schema/fromSmd.ts";
import { toFieldSet } from "../../shared/typed/toFieldSet.ts";
import { Draws } from "./draws.ts";
import { drawDefinitions } from "./openApi.ts";
import { type DrawnSchema, drawReshaped, drawSchema, drawTyped, schemaInput } from "./schemas.ts";
import { drawSet, drawSetText } from "./sets.ts";
import { drawManifests } from "./texts.ts";
import { drawChanged, drawValue, mapOf } from "./values.ts";
import { drawWrite } from "./writes.ts";

/** The operations that are fuzzed. */
export const fuzzedOps: ReadonlyMap<string, (draws: Draws) => ValueMap> = new Map([
  ["fieldsv1.parse", (draws) => mapOf({ text: drawSetText(draws) })],
  ...["union", "intersection", "difference", "recursiveDifference"].map((name) => [`fieldset.${name}`, drawTwoSets] as const),
  ["fieldset.leaves", (draws) => mapOf({ a: drawSet(draws) })],
  ["fieldset.ensureNamed", withSet("a")],
  ["value.compare", drawTwoValues],
  ["typed.validate", (draws) => mapOf({ ...drawSchemaAnd(draws, ["value"]), allowDuplicates: draws.chance(50) })],
  ["typed.toFieldSet", (draws) => mapOf(drawSchemaAnd(draws, ["value"]))],
  ["typed.compare", (draws) => mapOf(drawSchemaAnd(draws, ["lhs", "rhs"]))],
  ["typed.merge", (draws) => mapOf(drawSchemaAnd(draws, ["live", "config"]))],
  ["typed.remove", withSet("set")],
  ["typed.extract", (draws) => new Map<string, Value>([...withSet("set")(draws), ["withKeys", draws.chance(50)]])],
  ["typed.reconcile", withSet("set", 80)],
  ["merge.sequence", drawSequence],
  ["fieldmanager.write", drawWrite],
  ["csaupgrade.upgrade", drawUpgrade],
  ["openapi.schema", (draws) => mapOf({ schemas: drawDefinitions(draws), preserveUnknown: draws.chance(30) })],
  ["yaml.json", drawManifests],
]);

/** The input that a list of numbers stands for. */
export function inputOf(op: string, numbers: readonly number[]): ValueMap {
  const draw = fuzzedOps.get(op);
  if (draw === undefined) throw new Error(`${op} is not fuzzed; there are ${[...fuzzedOps.keys()].join(", ")}`);
  return draw(new Draws(numbers));
}

function drawTwoSets(draws: Draws): ValueMap {
  const a = drawSet(draws);
  return mapOf({ a, b: draws.chance(30) ? drawPart(draws, a) : drawSet(draws) });
}

function drawTwoValues(draws: Draws): ValueMap {
  const a = drawValue(draws, 4);
  return mapOf({ a, b: draws.chance(60) ? drawChanged(draws, a) : drawValue(draws, 4) });
}

function drawSchemaAnd(draws: Draws, names: readonly string[]): Readonly<Record<string, Value>> {
  const schema = drawSchema(draws);
  const values: Value[] = [];
  return {
    ...schemaInput(schema),
    ...Object.fromEntries(
      names.map((name) => {
        values.push(drawOrRepeat(draws, schema, values));
        return [name, values.at(-1) ?? null];
      }),
    ),
  };
}

/** A set of what a value owns, now and then recorded before the schema changed. */
function withSet(name: string, percentReshaped = 30): (draws: Draws) => ValueMap {
  return (draws) => {
    const first = drawSchema(draws);
    const schema = draws.chance(percentReshaped) ? drawReshaped(draws, first) : first;
    const value = drawTyped(draws, schema);
    const owner = draws.chance(50) ? ownedBy(schema, value) : ownedBy(first, drawTyped(draws, first));
    const set = draws.chance(15) ? drawSet(draws) : drawPart(draws, owner);
    return mapOf({ ...schemaInput(schema), ...(name === "set" && { value }), [name]: set });
  };
}

function ownedBy({ schema }: DrawnSchema, value: Value): string {
  const type = schema === "deduced" ? deducedType : { schema: schemaFromSmd(schema), type: { named: "t" } };
  return printFieldsV1(toFieldSet(value, type).set);
}

function drawPart(draws: Draws, set: string): string {
  return printFieldsV1(setOf(...draws.some(pathsOf(parseFieldsV1(set).set), draws.pick([0, 20, 50]))));
}

function drawSequence(draws: Draws): ValueMap {
  const first = drawSchema(draws);
  let schema = first;
  const values: Value[] = [];
  const steps = draws.list(7, () => {
    if (draws.chance(8)) {
      schema = draws.chance(10) ? drawSchema(draws) : drawReshaped(draws, schema);
      return mapOf({ do: "schema", ...schemaInput(schema) });
    }
    const value = drawOrRepeat(draws, schema, values);
    values.push(value);
    return mapOf({
      do: draws.pick(["apply", "forceApply", "update", "apply"]),
      manager: draws.pick(["ci", "hpa", "kubectl", "￮", "😀"]),
      version: draws.pick(["v1", "v1", "v2"]),
      value,
    });
  });
  return mapOf({ ...schemaInput(first), steps, stored: draws.chance(50) });
}

/** Values that follow each other are often nearly the same. */
function drawOrRepeat(draws: Draws, schema: DrawnSchema, earlier: readonly Value[]): Value {
  if (earlier.length === 0 || draws.chance(40)) return drawTyped(draws, schema);
  return drawChanged(draws, earlier[draws.below(earlier.length)] ?? null);
}

function drawUpgrade(draws: Draws): ValueMap {
  const managers = ["kubectl-client-side-apply", "before-first-apply", "kubectl", "argocd"] as const;
  const lastApplied = '{"f:metadata":{"f:annotations":{"f:kubectl.kubernetes.io/last-applied-configuration":{}}}}';
  const records = draws.list(4, () => {
    const fields = draws.chance(25) ? lastApplied : drawSet(draws);
    return mapOf({
      manager: draws.pick(managers),
      operation: draws.pick(["Update", "Apply"]),
      apiVersion: draws.pick(["apps/v1", "apps/v1beta1"]),
      time: draws.chance(50) ? `2024-05-0${1 + draws.below(8)}T07:08:09Z` : undefined,
      fieldsType: "FieldsV1",
      fieldsV1: draws.chance(3) ? undefined : parseJson(draws.chance(4) ? '{"x":{}}' : fields).value,
      subresource: draws.chance(20) ? "status" : undefined,
    });
  });
  const metadata = mapOf({ name: "x", managedFields: draws.chance(5) ? undefined : records });
  return mapOf({
    object: mapOf({ apiVersion: "apps/v1", kind: "Deployment", metadata }),
    clientSideManagers: draws.some(managers.slice(0, 3), 30),
    serverSideManager: draws.pick(["kubectl", "argocd"]),
    subresource: draws.chance(20) ? "status" : "",
  });
}
