/**
 * Who applies a manifest, read from what the live object remembers: whose record covers the file, and whose marks it bears.
 * Pure: the same texts, live object and vote give the same answer. Where nothing proves a name, the answer is "undecided", never a guess.
 */
import type { ManagedFieldsEntry } from "../apply/model.ts";
import { asAnnotated } from "./annotations.ts";
import { type ApplierQuestion, type Candidate, type Facts, gatherFacts } from "./applierFacts.ts";
import { forces } from "./deployers.ts";
import type { Applier, ApplyWith, LiveObject } from "./snapshot.ts";
import * as reasons from "./words/evidence.ts";

/** The applier that most objects of a folder have. */
export interface Vote {
  readonly manager: string;
  readonly with: ApplyWith;
  readonly agreeing: number;
  readonly of: number;
}

/** Who applies, as far as the live object's record proves it. */
export function inferApplier(
  question: ApplierQuestion & { readonly live: LiveObject | undefined; readonly vote: Vote | undefined },
): Applier {
  const [manifest] = question.objects;
  if (manifest === undefined) return undecided(reasons.nothingToCompare);
  if (question.live === undefined) return voted(question.vote) ?? undecided(reasons.noLiveObject);
  const found = fromRecord(gatherFacts(question, question.live), question.vote);
  return asAnnotated(found, manifest, question.live.object);
}

function fromRecord(facts: Facts, vote: Vote | undefined): Applier {
  const total = facts.file.length;
  if (total === 0) return voted(vote) ?? undecided(reasons.onlyName, facts, false);
  const known = Math.max(facts.lastApplied?.back ?? 0, ...facts.candidates.map((candidate) => candidate.back));
  if (facts.recorded && (facts.seen < 0.5 || (facts.seen < 0.8 && known < 0.5))) {
    return undecided(reasons.maybeAnother, facts, false);
  }

  const applier = chooseApply(facts.candidates.filter((candidate) => candidate.entry.operation === "Apply" && fits(candidate)));
  if (applier !== undefined) {
    const way = switchedToHelm3(applier, facts) ? "helm3" : "server-side";
    return decided(applier.entry.manager, way, reasons.holds(applier.inFile, total));
  }
  const last = facts.lastApplied;
  if (last !== undefined && last.ofFile >= 0.5 && (last.shared >= 3 || last.back >= 0.8)) {
    return decided(facts.lastAppliedOwner, "client-side", reasons.inLastApplied(last.shared, total));
  }
  const helm = best(
    facts.candidates.filter((candidate) => candidate.entry.operation === "Update" && candidate.helm && candidate.cover >= 0.5),
  );
  if (helm !== undefined) return decided(helm.entry.manager, "helm3", reasons.holdsWithMarks(helm.inFile, total));
  return voted(vote) ?? undecided(reasons.nobodyHoldsEnough, facts, true);
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

function decided(manager: string, way: ApplyWith, evidence: string): Applier {
  return { decided: true, manager, with: way, force: forces(manager, way), inferred: true, evidence: reasons.inferred(evidence) };
}

function voted(vote: Vote | undefined): Applier | undefined {
  return vote && decided(vote.manager, vote.with, reasons.asNeighbours(vote.agreeing, vote.of));
}

function undecided(evidence: string, facts?: Facts, ask = false): Applier {
  return { decided: false, ask, candidates: facts?.holders ?? [], evidence };
}
