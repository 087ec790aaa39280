/** The operations that a vector can ask for, each answered by the library. */
import { upgradeManagedFields } from "../../shared/apply/csaUpgrade.ts";
import { compareValues } from "../../shared/fieldpath/compare.ts";
import { parseFieldsV1, printFieldsV1 } from "../../shared/fieldpath/fieldsV1.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { difference, type FieldSet, intersection, leaves, pathsOf, recursiveDifference, union } from "../../shared/fieldpath/set.ts";
import { isList, stringAt, type Value, type ValueMap, valueAt } from "../../shared/fieldpath/value.ts";
import { documentsAsKubectl } from "../../shared/manifest/kubectlValues.ts";
import { deducedType } from "../../shared/schema/deduced.ts";
import { schemaFromDefinitions } from "../../shared/schema/fromOpenApi.ts";
import { schemaFromSmd, schemaToSmd } from "../../shared/schema/fromSmd.ts";
import type { SchemaType } from "../../shared/schema/model.ts";
import { compare } from "../../shared/typed/compare.ts";
import { ensureNamed } from "../../shared/typed/ensureNamed.ts";
import { merge } from "../../shared/typed/merge.ts";
import { reconcile } from "../../shared/typed/reconcile.ts";
import { extractItems, removeItems } from "../../shared/typed/remove.ts";
import { toFieldSet } from "../../shared/typed/toFieldSet.ts";
import { validate } from "../../shared/typed/validate.ts";
import type { Case } from "./data.ts";
import { writeThroughChain } from "./fieldManager.ts";
import { runSequence } from "./sequence.ts";

/** Answers a case; undefined for an operation that the project doesn't know. A set that cannot be read is refused. */
export function answer(vector: Case): ValueMap | undefined {
  const sets = vector.op.startsWith("fieldset.") ? ["a", "b"] : ["set"];
  if (sets.some((key) => parseFieldsV1(stringAt(vector.in, key) ?? "{}").problem !== undefined)) return failed;
  return ops.get(vector.op)?.(vector.in, vector);
}

type Op = (input: ValueMap, vector: Case) => ValueMap;

const ops: ReadonlyMap<string, Op> = new Map<string, Op>([
  ["fieldsv1.parse", parseSet],
  ["fieldset.union", (input) => setAnswer(union(setAt(input, "a"), setAt(input, "b")))],
  ["fieldset.intersection", (input) => setAnswer(intersection(setAt(input, "a"), setAt(input, "b")))],
  ["fieldset.difference", (input) => setAnswer(difference(setAt(input, "a"), setAt(input, "b")))],
  ["fieldset.recursiveDifference", (input) => setAnswer(recursiveDifference(setAt(input, "a"), setAt(input, "b")))],
  ["fieldset.leaves", (input) => setAnswer(leaves(setAt(input, "a")))],
  ["fieldset.ensureNamed", (input) => setAnswer(ensureNamed(setAt(input, "a"), typeOf(input)))],
  ["value.compare", (input) => out({ cmp: Math.sign(compareValues(at(input, "a"), at(input, "b"))) })],
  ["typed.validate", validateValue],
  ["typed.toFieldSet", valueToSet],
  ["typed.compare", compareTwo],
  ["typed.merge", mergeTwo],
  ["typed.remove", (input) => onValid(input, (value, set, type) => out({ value: removeItems(value, set, type) }))],
  [
    "typed.extract",
    (input) => onValid(input, (value, set, type) => out({ value: extractItems(value, set, type, input.get("withKeys") === true) })),
  ],
  ["typed.reconcile", (input) => onValid(input, reconcileSet)],
  ["merge.sequence", (_, vector) => out({ steps: runSequence(vector, typeOf) })],
  ["csaupgrade.upgrade", upgrade],
  ["yaml.json", yamlToJson],
  ["openapi.schema", convertSchema],
  ["fieldmanager.write", writeThroughChain],
]);

function parseSet(input: ValueMap, vector: Case): ValueMap {
  const { set, problem } = parseFieldsV1(stringAt(input, "text") ?? "");
  if (problem !== undefined) return failed;
  // Maps inside of keys print in random order in Go, so such cases carry no paths.
  const paths = vector.out.has("paths") ? [...pathsOf(set)].map(printPath) : undefined;
  return out({ set: printFieldsV1(set), ...(paths !== undefined && { paths }) });
}

function validateValue(input: ValueMap): ValueMap {
  const allowDuplicates = input.get("allowDuplicates") === true;
  return out({ valid: validate(at(input, "value"), typeOf(input), { allowDuplicates }).length === 0 });
}

function valueToSet(input: ValueMap): ValueMap {
  const { set, problems } = toFieldSet(at(input, "value"), typeOf(input));
  return problems.length > 0 ? failed : setAnswer(set);
}

function compareTwo(input: ValueMap): ValueMap {
  const type = typeOf(input);
  const lhs = at(input, "lhs");
  const rhs = at(input, "rhs");
  if (!isValid(lhs, type) || !isValid(rhs, type)) return failed;
  const { removed, modified, added, valid } = compare(lhs, rhs, type);
  if (!valid) return failed;
  return out({ removed: printFieldsV1(removed), modified: printFieldsV1(modified), added: printFieldsV1(added) });
}

function mergeTwo(input: ValueMap): ValueMap {
  const { value, problems } = merge(at(input, "live"), at(input, "config"), typeOf(input));
  return problems.length > 0 ? failed : out({ value });
}

function onValid(input: ValueMap, then: (value: Value, set: FieldSet, type: SchemaType) => ValueMap): ValueMap {
  const type = typeOf(input);
  const value = at(input, "value");
  return isValid(value, type) ? then(value, setAt(input, "set"), type) : failed;
}

function reconcileSet(_value: Value, set: FieldSet, type: SchemaType): ValueMap {
  const answer = reconcile(set, type);
  if (answer.problem !== undefined) return failed;
  return out({ set: answer.set === set ? null : printFieldsV1(answer.set) });
}

function upgrade(input: ValueMap): ValueMap {
  const names = at(input, "clientSideManagers");
  const { entries, problem } = upgradeManagedFields(valueAt(input, "object", "metadata", "managedFields"), {
    clientSideManagers: isList(names) ? names.map(String) : [],
    serverSideManager: stringAt(input, "serverSideManager") ?? "",
    subresource: stringAt(input, "subresource") ?? "",
  });
  if (problem !== undefined) return failed;
  return out({ managedFields: entries ?? null });
}

function yamlToJson(input: ValueMap): ValueMap {
  const { documents, error } = documentsAsKubectl(stringAt(input, "text") ?? "");
  return error !== undefined ? failed : out({ documents });
}

function convertSchema(input: ValueMap): ValueMap {
  const { schema, problems } = schemaFromDefinitions(at(input, "schemas"), input.get("preserveUnknown") === true);
  return problems.length > 0 ? failed : out({ schema: schemaToSmd(schema) });
}

const failed: ValueMap = out({ error: true });

function out(entries: Readonly<Record<string, Value>>): ValueMap {
  return new Map(Object.entries(entries));
}

function setAnswer(set: FieldSet): ValueMap {
  return out({ set: printFieldsV1(set) });
}

function isValid(value: Value, type: SchemaType): boolean {
  return validate(value, type, { allowDuplicates: true }).length === 0;
}

function at(input: ValueMap, key: string): Value {
  return input.get(key) ?? null;
}

function setAt(input: ValueMap, key: string): FieldSet {
  return parseFieldsV1(stringAt(input, key) ?? "").set;
}

function typeOf(input: ValueMap): SchemaType {
  const schema = at(input, "schema");
  if (schema === "deduced") return deducedType;
  return { schema: schemaFromSmd(schema), type: { named: stringAt(input, "type") ?? "" } };
}
