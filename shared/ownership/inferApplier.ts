/**
 * Who applies a manifest, read from what the live object remembers: whose record covers the file, and whose marks it bears.
 * Pure: the same texts, live object and vote give the same answer. Where nothing proves a name, the answer is "undecided", never a guess.
 *
 * F are the file's leaves; its base those that somebody holds who may apply manifests. `cover` is how much of the base an entry holds,
 * `back` how much of the entry the file knows.
 */

import type { ManagedFieldsEntry } from "../apply/model.ts";
import { parseJson } from "../fieldpath/json.ts";
import { type FieldPath, fieldPath } from "../fieldpath/pathElement.ts";
import { childAt, type FieldSet, has, leaves, pathsOf } from "../fieldpath/set.ts";
import { isList, isMap, stringAt, type Value, valueAt } from "../fieldpath/value.ts";
import { argoWay, fluxExemption, hookReason } from "./annotations.ts";
import { forces, isDeployerMark, isHelmMark, isMark, lastAppliedAnnotation, mayApply } from "./deployers.ts";
import { holds, holdsAncestor, type LeafKind, leavesOf, stringDataAsData } from "./fileLeaves.ts";
import type { Applier, ApplyWith, LiveObject } from "./snapshot.ts";

/** What inference looks at. */
export interface ApplierQuestion {
  /** What each document of the saved file that names the object says of it, in order; at least one. */
  readonly objects: readonly Value[];
  readonly live: LiveObject | undefined;
  /** `schemaSource` "deduced": lists of unknown kind are compared loosely. */
  readonly kind: LeafKind & { readonly schemaSource: "bundled" | "server" | "deduced" };
  /** What the other objects of the folder say, where they agree. */
  readonly vote: Vote | undefined;
}

/** The applier that most objects of a folder have. */
export interface Vote {
  readonly manager: string;
  readonly with: ApplyWith;
  readonly agreeing: number;
  readonly of: number;
}

/** Who applies, as far as the live object's record proves it. */
export function inferApplier(question: ApplierQuestion): Applier {
  const [manifest] = question.objects;
  const hook = question.objects.map(hookReason).find((reason) => reason !== undefined);
  if (manifest === undefined || hook !== undefined) return undecided(hook ?? "nothing to compare");
  if (question.live === undefined) return voted(question.vote) ?? undecided("there is no live object that could tell");
  const found = fromRecord(gather(question, question.live), question.vote);
  return found.decided ? honourAnnotations(found, manifest, question.live.object) : found;
}

/** What the live object's record says, each number computed once. */
interface Facts {
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

interface Candidate {
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

function fromRecord(facts: Facts, vote: Vote | undefined): Applier {
  const total = facts.file.length;
  const known = Math.max(facts.lastApplied?.back ?? 0, ...facts.candidates.map((candidate) => candidate.back));
  if (facts.recorded && (facts.seen < 0.5 || (facts.seen < 0.8 && known < 0.5))) {
    return undecided("the live object of this name may be another one: its record does not fit this file", facts, false);
  }

  const applier = chooseApply(facts.candidates.filter((candidate) => candidate.entry.operation === "Apply" && fits(candidate)));
  if (applier !== undefined) {
    const way = switchedToHelm3(applier, facts) ? "helm3" : "server-side";
    return decided(applier.entry.manager, way, `holds ${applier.inFile} of ${total} fields`);
  }
  const last = facts.lastApplied;
  if (last !== undefined && last.ofFile >= 0.5 && (last.shared >= 3 || last.back >= 0.8)) {
    return decided(facts.lastAppliedOwner, "client-side", `${last.shared} of ${total} fields are in the last-applied annotation`);
  }
  const helm = best(
    facts.candidates.filter((candidate) => candidate.entry.operation === "Update" && candidate.helm && candidate.cover >= 0.5),
  );
  if (helm !== undefined) return decided(helm.entry.manager, "helm3", `holds ${helm.inFile} of ${total} fields, with Helm's marks`);
  return voted(vote) ?? undecided("no manager holds enough of this file", facts, true);
}

/** An Apply entry that can have come from this file: it holds most of what is held, or little else than what the file says. */
function fits({ base, cover, back }: Candidate): boolean {
  return (base.size >= 3 || back >= 0.8) && (cover >= 0.8 || (cover >= 0.5 && back >= 0.8));
}

/** Of several that fit: the one that holds what no other does, else the only one a deployer marked, else the newest. */
function chooseApply(fitting: readonly Candidate[]): Candidate | undefined {
  const first = best(fitting);
  if (first === undefined) return undefined;
  const others = fitting.filter((candidate) => candidate !== first);
  if ([...first.base].some((path) => !others.some((other) => other.base.has(path)))) return first;
  const equal = fitting.filter((candidate) => candidate.cover === first.cover);
  const marked = equal.filter((candidate) => candidate.marked);
  if (marked.length === 1) return marked[0];
  return equal.reduce((newest, candidate) => (ageOf(candidate.entry) > ageOf(newest.entry) ? candidate : newest));
}

/** Helm 3 upgraded a release of Helm 4: its Update stands beside the older Apply of the same name. */
function switchedToHelm3(applier: Candidate, facts: Facts): boolean {
  return (
    facts.helmMarks &&
    facts.candidates.some(
      ({ entry, base }) =>
        entry.operation === "Update" && entry.manager === applier.entry.manager && base.size > 0 && ageOf(entry) > ageOf(applier.entry),
    )
  );
}

function best(candidates: readonly Candidate[]): Candidate | undefined {
  return [...candidates].sort((a, b) => b.cover - a.cover)[0];
}

/** An entry without time joined by sharing: it is the newest. */
function ageOf(entry: ManagedFieldsEntry): number {
  return entry.time === undefined ? Number.POSITIVE_INFINITY : Date.parse(entry.time);
}

function gather({ objects, kind }: ApplierQuestion, live: LiveObject): Facts {
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

/** What annotations change about the way an applier deals with this one object. */
function honourAnnotations(applier: Applier & { readonly decided: true }, manifest: Value, live: Value): Applier {
  if (applier.manager === "kustomize-controller") {
    const exemption = fluxExemption(manifest, live);
    if (exemption !== undefined) return undecided(exemption);
  }
  const way = applier.manager === "argocd-controller" ? argoWay(manifest) : undefined;
  return way === undefined ? applier : { ...applier, with: way, force: forces(applier.manager, way) };
}

function decided(manager: string, way: ApplyWith, evidence: string): Applier {
  return { decided: true, manager, with: way, force: forces(manager, way), inferred: true, evidence: `inferred: ${evidence}` };
}

function voted(vote: Vote | undefined): Applier | undefined {
  return vote && decided(vote.manager, vote.with, `as ${vote.agreeing} of ${vote.of} objects of this folder`);
}

function undecided(evidence: string, facts?: Facts, ask = false): Applier {
  return { decided: false, ask, candidates: facts?.holders ?? [], evidence };
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

const lastAppliedPath = fieldPath("metadata", "annotations", lastAppliedAnnotation);
