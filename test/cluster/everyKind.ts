/** Random objects of every built-in kind, and of custom resources of all shapes: few values, so that managers meet in the same fields. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { ClusterObject } from "./connect.ts";

/** A kind as data/kinds.jsonl has it: a valid object, and by dotted path what may be set in it or in its status. */
export interface EveryKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly base: object;
  readonly options: Options;
  readonly status?: Options;
}

type Options = Readonly<Record<string, readonly unknown[]>>;

/** One request of a manager. `status`: to that subresource. */
export interface RandomStep {
  readonly manager: string;
  readonly how: "apply" | "force" | "merge" | "forget";
  readonly status: boolean;
  readonly body: ClusterObject;
}

export const everyKind: readonly EveryKind[] = lines<EveryKind>("kinds.jsonl");

/** Definitions of the custom resources among them. */
export const definitions: readonly ClusterObject[] = lines<ClusterObject>("definitions.jsonl");

/** Requests to one object, one after the other; the first creates it. */
export function randomSteps(kind: EveryKind): fc.Arbitrary<readonly RandomStep[]> {
  return fc.nat().chain((number) => {
    const name = `every-${number}`;
    const manager = fc.constantFrom(...managers);
    const first = fc.record<RandomStep>({
      manager,
      how: fc.constantFrom("apply", "merge"),
      status: fc.constant(false),
      body: bodies(kind, name, kind.options, true),
    });
    const main = fc.record<RandomStep>({
      manager,
      how: fc.constantFrom("apply", "apply", "apply", "force", "merge", "merge", "forget"),
      status: fc.constant(false),
      body: fc.boolean().chain((whole) => bodies(kind, name, kind.options, whole)),
    });
    const status = fc.record<RandomStep>({
      manager,
      how: fc.constantFrom("apply", "force", "merge"),
      status: fc.constant(true),
      body: bodies(kind, name, kind.status ?? {}, false),
    });
    const later = kind.status === undefined ? main : fc.oneof({ weight: 4, arbitrary: main }, { weight: 1, arbitrary: status });
    return fc.tuple(first, fc.array(later, { minLength: 2, maxLength: 5 })).map(([one, more]) => [one, ...more]);
  });
}

/** Long and unusual names are names too. */
const managers = ["ci", "platform", "kubectl", "kubectl-client-side-apply", "x".repeat(128), 'we"ird <&>\\ ü'];

const annotation = "kubectl.kubernetes.io/last-applied-configuration";

/** What any object may have, some of it refused. */
const common: Options = {
  "metadata.labels": [{ app: "a" }, { app: "b", "example.org/tier": "x" }, {}, { app: "a", z: null }, null],
  "metadata.annotations": [
    { n: "1" },
    { n: "2", "o.p/q": 'ü😀"\\\n' },
    {},
    { n: null },
    { [annotation]: "{}" },
    { long: "y".repeat(5000) },
  ],
  "metadata.finalizers": [["a.b/c"], ["d.e/f", "a.b/c"], [], null, ["a.b/c", "a.b/c"]],
  "metadata.ownerReferences": [
    [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u1" }],
    [{ apiVersion: "v1", kind: "Pod", name: "q", uid: "u1", controller: true }],
    [],
  ],
  "metadata.creationTimestamp": [null, "2024-01-01T00:00:00Z", "today"],
  "metadata.generation": [7],
  "metadata.resourceVersion": ["1"],
  "metadata.uid": ["another"],
  "metadata.managedFields": [[], null],
  "metadata.unknown": [1],
};

function bodies({ apiVersion, kind, base }: EveryKind, name: string, options: Options, whole: boolean): fc.Arbitrary<ClusterObject> {
  return fc.tuple(some(options, 5), some(common, 1)).map((chosen) => {
    const body = structuredClone({ ...(whole ? base : {}), apiVersion, kind, metadata: { name } }) as ClusterObject;
    for (const [path, value] of chosen.flat()) setAt(body, path.split("."), value);
    return body;
  });
}

function some(options: Options, atMost: number): fc.Arbitrary<readonly (readonly [string, unknown])[]> {
  const entries = Object.entries(options);
  return fc
    .subarray(entries, { maxLength: Math.min(atMost, entries.length) })
    .chain((chosen) => fc.tuple(...chosen.map(([path, values]) => fc.constantFrom(...values).map((value) => [path, value] as const))));
}

/** Sets what stands at a path, with the maps on the way. */
export function setAt(body: object, path: readonly string[], value: unknown): void {
  let at = body as Record<string, unknown>;
  for (const name of path.slice(0, -1)) {
    if (typeof at[name] !== "object" || at[name] === null) at[name] = {};
    at = at[name] as Record<string, unknown>;
  }
  at[path.at(-1) ?? ""] = structuredClone(value);
}

function lines<T>(file: string): readonly T[] {
  const text = readFileSync(join(import.meta.dirname, "data", file), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}
