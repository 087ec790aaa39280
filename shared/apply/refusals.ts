/**
 * Why the API server refuses an apply before it merges, or right after.
 * Invariant: code and words are the server's own, as far as it does not print internals of Go; of several reasons its first is given.
 * Counterpart in Go: managedfields/internal structuredmerge.go, apiserver's patch handler.
 */
import { fieldPath } from "../fieldpath/pathElement.ts";
import { has } from "../fieldpath/set.ts";
import { isList, stringAt, type Value, valueAt } from "../fieldpath/value.ts";
import { bundledKind } from "../schema/bundled.ts";
import { printProblems } from "../typed/problem.ts";
import { validate } from "../typed/validate.ts";
import { unreadableValue } from "./goValues.ts";
import { isOfGroup } from "./identity.ts";
import { withoutManagedFields } from "./liveObject.ts";
import type { ApplyOutcome } from "./model.ts";
import type { ApplyRequest } from "./predictApply.ts";

type Refusal = Extract<ApplyOutcome, { verdict: "refused" }>;

/** In the server's order: undecodable records, records in the manifest, values that don't fit, versions that are gone. */
export function refusalBeforeMerge(request: ApplyRequest): Refusal | undefined {
  const { live, config, type } = request;
  const [undecodable] = live?.problems ?? [];
  if (undecodable !== undefined) return refuse(500, `failed to decode managed fields: ${undecodable}`);
  if (isList(valueAt(config, "metadata", "managedFields"))) return refuse(400, "metadata.managedFields must be nil");
  const problems = validate(config, type, { allowDuplicates: false });
  const [first] = problems;
  if (first !== undefined) {
    return { ...refuse(500, `failed to create typed patch object (${describe(request)}): ${printProblems(problems)}`), path: first.path };
  }
  return refusalOfVersions(request);
}

/**
 * A value that the Go type of a built-in kind cannot read. Where records at another version make the server convert, it finds this out
 * before it looks for conflicts.
 */
export function refusalOfValue(request: ApplyRequest, converts: boolean): Refusal | undefined {
  const found = unreadableValue(request.config, request.type);
  if (found === undefined) return undefined;
  const { groupVersion, kind } = kindOf(request.config);
  const what = converts ? "" : ` (${describe(request)}) to proper version`;
  const message = `failed to convert new object${what}: unable to convert unstructured object to ${groupVersion}, Kind=${kind}: ${found.reason}`;
  return { ...refuse(500, message), path: found.path };
}

/** A manifest that says which object or which version of it it was written against, and that is not the live one; one without a name. */
export function staleObject({ live, config, resetFields }: ApplyRequest): Refusal | undefined {
  const name = stringAt(live?.object, "metadata", "name") ?? stringAt(config, "metadata", "name") ?? "";
  if (name === "") return refuse(400, "the name of the object was undeterminable: name must be provided");
  const uid = stringAt(config, "metadata", "uid") ?? "";
  const version = stringAt(config, "metadata", "resourceVersion") ?? "";
  if (live === undefined) {
    const reason = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    return uid === "" ? undefined : refuse(409, unfulfilled(config, name, reason));
  }
  if (version !== "" && version !== stringAt(live.object, "metadata", "resourceVersion")) {
    return refuse(
      409,
      unfulfilled(config, name, "the object has been modified; please apply your changes to the latest version and try again"),
    );
  }
  if (uid === "" || uid === stringAt(live.object, "metadata", "uid") || has(resetFields, fieldPath("metadata"))) return undefined;
  const kind = stringAt(config, "kind") ?? "";
  return refuse(422, `${kind}${dotGroup(config)} "${name}" is invalid: metadata.uid: Invalid value: "${uid}": field is immutable`);
}

function unfulfilled(config: Value, name: string, reason: string): string {
  const kind = stringAt(config, "kind") ?? "";
  const resource = bundledKind(stringAt(config, "apiVersion") ?? "", kind)?.resource ?? `${kind.toLowerCase()}s`;
  return `Operation cannot be fulfilled on ${resource}${dotGroup(config)} "${name}": ${reason}`;
}

function dotGroup(config: Value): string {
  const apiVersion = stringAt(config, "apiVersion") ?? "";
  return apiVersion.includes("/") ? `.${apiVersion.slice(0, apiVersion.indexOf("/"))}` : "";
}

/** Records at other versions make the server convert the live object, which fails on items with equal keys and on lost versions. */
function refusalOfVersions({ live, config, type, versions }: ApplyRequest): Refusal | undefined {
  const apiVersion = stringAt(config, "apiVersion") ?? "";
  const builtIn = bundledKind(apiVersion, stringAt(config, "kind") ?? "") !== undefined;
  // Records of a built-in kind that were made through another group are dropped unseen.
  const others = live?.managedFields.filter((entry) => entry.apiVersion !== apiVersion && (!builtIn || isOfGroup(entry, apiVersion))) ?? [];
  if (live === undefined || others.length === 0) return undefined;
  const lost = others.find((entry) => versions?.includes(entry.apiVersion) === false);
  if (lost !== undefined && !builtIn) {
    return refuse(500, `request to convert CR to an invalid group/version: ${lost.apiVersion}`);
  }
  const problems = validate(withoutManagedFields(live.object), type, { allowDuplicates: false });
  return problems.length === 0 ? undefined : refuse(500, `failed to convert the live object: ${printProblems(problems)}`);
}

/** As Go prints them: the core group's version after a slash. */
function kindOf(config: Value): { readonly groupVersion: string; readonly kind: string } {
  const apiVersion = stringAt(config, "apiVersion") ?? "";
  return { groupVersion: apiVersion.includes("/") ? apiVersion : `/${apiVersion}`, kind: stringAt(config, "kind") ?? "" };
}

function describe({ config }: ApplyRequest): string {
  const { groupVersion, kind } = kindOf(config);
  const namespace = stringAt(config, "metadata", "namespace") ?? "";
  const name = stringAt(config, "metadata", "name") ?? "";
  return `${namespace}/${name}; ${groupVersion}, Kind=${kind}`;
}

function refuse(code: number, message: string): Refusal {
  return { verdict: "refused", code, message };
}
