/**
 * The numbers that tell who applies a file: how much of it each record of the live object holds, and how much of each record the file knows.
 *
 * The file's leaves are compared with the leaves of every entry of the main resource. The base are those leaves of the file that somebody
 * holds who may apply manifests; `cover` is how much of the base an entry holds, `back` how much of the entry, marks apart, the file knows.
 */
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { parseJson } from "../fieldpath/json.ts";
import { type FieldPath, fieldPath } from "../fieldpath/pathElement.ts";
import { childAt, type FieldSet, has, leaves, pathsOf } from "../fieldpath/set.ts";
import { isList, isMap, stringAt, type Value, valueAt } from "../fieldpath/value.ts";
import { isDeployerMark, isHelmMark, isMark, lastAppliedAnnotation, mayApply } from "./deployers.ts";
import { holds, holdsAncestor, type LeafKind, leavesOf } from "./fileLeaves.ts";
import { stringDataAsData } from "./secretData.ts";
import type { KindInfo, LiveObject } from "./snapshot.ts";

/** What inference looks at. */
export interface ApplierQuestion {
  /** What each document of the saved file that names the object says of it, in order; at least one. */
  readonly objects: readonly Value[];
  /** `schemaSource` "deduced": lists of unknown kind are compared loosely. */
  readonly kind: LeafKind & Pick<KindInfo, "schemaSource">;
}

/** What the live object's record says, each number computed once. */
export interface Facts {
  readonly file: readonly FieldPath[];
  readonly candidates: readonly Candidate[];
  /** Leaves of the file that anybody at all holds, in parts of all. */
  readonly seen: number;
  readonly lastApplied: Overlap | undefined;
  readonly lastAppliedOwner: string;
  readonly holders: readonly { readonly manager: string; readonly fields: number }[];
  readonly recorded: boolean;
  readonly helmMarks: boolean;
}

export interface Candidate {
  readonly entry: ManagedFieldsEntry;
  /** Leaves of the base that it holds. */
  readonly base: ReadonlySet<FieldPath>;
  readonly inFile: number;
  readonly cover: number;
  readonly back: number;
  readonly marked: boolean;
  readonly helm: boolean;
}

interface Overlap {
  readonly shared: number;
  readonly ofFile: number;
  readonly back: number;
}

/** What the record of a live object says about the file; each number computed once. */
export function gatherFacts({ objects, kind }: ApplierQuestion, live: LiveObject): Facts {
  const entries = live.managedFields.filter((entry) => entry.subresource === "");
  const asServerHasIt = secretNaming(objects, entries);
  const set = asServerHasIt(leavesOf(objects, kind));
  const file = [...pathsOf(set)];
  const loose = kind.schemaSource === "deduced";
  const heldBy = (fields: FieldSet, path: FieldPath) => (loose ? holds(fields, path) : has(fields, path));
  const inFile = (path: FieldPath) => (loose ? holdsAncestor(set, path) : has(set, path));
  const overlap = (fields: FieldSet): Overlap => {
    const own = [...pathsOf(fields)].filter((path) => inFile(path) || !isMark(path));
    const shared = file.filter((path) => heldBy(fields, path)).length;
    return { shared, ofFile: ratio(shared, file.length), back: ratio(own.filter(inFile).length, own.length) };
  };

  const held = entries.map((entry) => ({ entry, fields: leaves(entry.fields) }));
  const appliers = held.filter(({ entry }) => mayApply(entry.manager));
  const base = file.filter((path) => appliers.some(({ fields }) => heldBy(fields, path)));
  const candidates = appliers
    .filter(({ entry }) => !isControlledBy(entry, live.object, objects))
    .map(({ entry, fields }): Candidate => {
      const ofBase = base.filter((path) => heldBy(fields, path));
      const { shared, back } = overlap(fields);
      const paths = [...pathsOf(fields)];
      return {
        entry,
        base: new Set(ofBase),
        inFile: shared,
        cover: ratio(ofBase.length, base.length),
        back,
        marked: paths.some(isDeployerMark),
        helm: paths.some(isHelmMark),
      };
    });
  const text = stringAt(live.object, "metadata", "annotations", lastAppliedAnnotation);
  const lastApplied = text === undefined ? undefined : parseJson(text);
  const owner = candidates.find(({ entry }) => entry.operation === "Update" && has(entry.fields, lastAppliedPath));
  return {
    file,
    candidates,
    seen: ratio(file.filter((path) => held.some(({ fields }) => heldBy(fields, path))).length, file.length),
    lastApplied:
      lastApplied === undefined || lastApplied.problem !== undefined
        ? undefined
        : overlap(asServerHasIt(leavesOf([lastApplied.value], kind))),
    lastAppliedOwner: owner?.entry.manager ?? "kubectl-client-side-apply",
    holders: countHolders(held, (fields) => file.filter((path) => heldBy(fields, path)).length),
    recorded: entries.length > 0,
    helmMarks: candidates.some((candidate) => candidate.helm),
  };
}

function countHolders(
  held: readonly { readonly entry: ManagedFieldsEntry; readonly fields: FieldSet }[],
  countOf: (fields: FieldSet) => number,
): { manager: string; fields: number }[] {
  const counts = new Map<string, number>();
  for (const { entry, fields } of held) counts.set(entry.manager, (counts.get(entry.manager) ?? 0) + countOf(fields));
  return [...counts]
    .map(([manager, fields]) => ({ manager, fields }))
    .filter(({ fields }) => fields > 0)
    .sort((a, b) => b.fields - a.fields);
}

/** The server turns a Secret's stringData into data; whoever applies stringData server-side owns it under that name all the same. */
function secretNaming(objects: readonly Value[], entries: readonly ManagedFieldsEntry[]): (set: FieldSet) => FieldSet {
  const [stringData] = fieldPath("stringData") as [FieldPath[number]];
  const secret = objects.some((object) => valueAt(object, "kind") === "Secret");
  const owned = entries.some((entry) => childAt(entry.fields, stringData) !== undefined);
  return secret && !owned ? stringDataAsData : (set) => set;
}

/** A controller created the object for its own: it recorded an owner reference that the file lacks. */
function isControlledBy(entry: ManagedFieldsEntry, live: Value, objects: readonly Value[]): boolean {
  const references = valueAt(live, "metadata", "ownerReferences");
  if (!isList(references) || !references.some((item) => valueAt(item, "controller") === true)) return false;
  const inFile = objects.flatMap((object) => {
    const own = valueAt(object, "metadata", "ownerReferences");
    return isList(own) ? own.map((item) => valueAt(item, "uid")) : [];
  });
  return references.some((item) => {
    const uid = valueAt(item, "uid");
    if (!isMap(item) || uid === undefined || inFile.includes(uid)) return false;
    return has(entry.fields, [...fieldPath("metadata", "ownerReferences"), { kind: "key", keys: [{ name: "uid", value: uid }] }]);
  });
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

const lastAppliedPath = fieldPath("metadata", "annotations", lastAppliedAnnotation);
