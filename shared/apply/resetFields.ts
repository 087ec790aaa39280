/**
 * The fields that an endpoint of the API server resets before a write: nobody gets to own them there, and they never conflict.
 * Invariant: of a kind that isn't built in, only what holds for every custom resource is claimed.
 * Counterpart in Go: each kind's strategy, `GetResetFields`.
 */
import { keepAlong, type Pattern } from "../fieldpath/filter.ts";
import { type FieldPath, field, fieldPath } from "../fieldpath/pathElement.ts";
import { emptySet, type FieldSet, recursiveDifference, setOf } from "../fieldpath/set.ts";
import { bundledKind } from "../schema/bundled.ts";
import type { Filter } from "./updater.ts";

/** What a write to `subresource` ("" for the object itself) leaves as it is, with all that lies below. */
export function resetFieldsOf(apiVersion: string, kind: string, subresource: string, hasStatusSubresource: boolean): FieldSet {
  const builtIn = bundledKind(apiVersion, kind) !== undefined;
  const special = builtIn ? specialResets.get(`${kind} ${subresource}`) : undefined;
  if (special !== undefined) return setOf(...special);
  if (subresource === "") return hasStatusSubresource ? setOf(status) : emptySet;
  if (subresource !== "status") return emptySet;
  return builtIn && !resetsMetadata(apiVersion, kind) ? setOf(spec) : setOf(metadata, spec);
}

/** What a write leaves of a field set. */
export function writeFilter(kind: string, subresource: string, resetFields: FieldSet): Filter {
  const only = kind === "Pod" ? podPatterns.get(subresource) : undefined;
  return only === undefined ? (set) => recursiveDifference(set, resetFields) : (set) => keepAlong(set, only);
}

const spec = fieldPath("spec");
const status = fieldPath("status");
const metadata = fieldPath("metadata");

/** Resets that do not follow the pattern "status on the object, spec on status". */
const specialResets: ReadonlyMap<string, readonly FieldPath[]> = new Map([
  ["CertificateSigningRequest ", [spec, status]],
  ["CertificateSigningRequest status", [spec, fieldPath("status", "conditions")]],
  ["CertificateSigningRequest approval", [spec, fieldPath("status", "certificate")]],
  ["Deployment status", [spec, fieldPath("metadata", "labels")]],
  ["Namespace finalize", [status]],
  ["Pod status", [spec, fieldPath("metadata", "deletionTimestamp"), fieldPath("metadata", "ownerReferences")]],
]);

const groupsResettingMetadata: ReadonlySet<string> = new Set(["flowcontrol.apiserver.k8s.io", "resource.k8s.io", "storage.k8s.io"]);
const kindsResettingMetadata: ReadonlySet<string> = new Set(["APIService", "ServiceCIDR", "ValidatingAdmissionPolicy"]);

function resetsMetadata(apiVersion: string, kind: string): boolean {
  return kindsResettingMetadata.has(kind) || groupsResettingMetadata.has(apiVersion.slice(0, apiVersion.indexOf("/")));
}

/** Two subresources of pods take nothing but these. */
const podPatterns: ReadonlyMap<string, readonly Pattern[]> = new Map<string, readonly Pattern[]>([
  ["ephemeralcontainers", [fieldPath("spec", "ephemeralContainers")]],
  [
    "resize",
    [
      ...["containers", "initContainers"].flatMap((list) =>
        ["resources", "resizePolicy"].map((name): Pattern => [field("spec"), field(list), "*", field(name)]),
      ),
      fieldPath("spec", "resources"),
    ],
  ],
]);
