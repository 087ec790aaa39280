/**
 * Findings of a file, document by document. What was found stays with the document until its text, a live object, a schema or an applier
 * changes, so a keystroke costs one document; a long file is worked through in slices, and an edit starts over with what is left.
 */
import type { Finding } from "../../shared/ownership/finding.ts";
import type { Vote } from "../../shared/ownership/inferApplier.ts";
import { type Prediction, predict } from "../../shared/ownership/predict.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import { theFirstOne } from "../../shared/ownership/words/refusals.ts";
import { check } from "../rules/rules.ts";
import { sameObjectTwice } from "../rules/sameObjectTwice.ts";
import type { PlacedObject } from "./appliers.ts";
import { alone, type Company, createCompanies } from "./company.ts";
import type { OpenFile, Part } from "./openFile.ts";
import { isCompared } from "./readings.ts";
import { type Around, type SnapshotSources, snapshotOf, unnamedSnapshotOf } from "./snapshots.ts";
import { type Place, type Twin, twinAt, twinText } from "./twins.ts";

/** What was found in a document, relative to its own text. */
export interface PartAnalysis {
  /** What it rests on. */
  readonly stamp: string;
  /** When that was last compared with what is known: see `epoch`. */
  epoch: number;
  readonly findings: readonly PartFinding[];
  /** By the object's index in the document; undefined where there is nothing to compare with. */
  readonly verdicts: readonly (Prediction["verdict"] | undefined)[];
}

export interface PartFinding {
  readonly finding: Finding;
  readonly item: number;
  /** Objects in other documents that it is about too; `uri`: in another file. */
  readonly elsewhere?: readonly { readonly place: Place; readonly message: string; readonly uri?: string }[];
}

export interface Analysis {
  /** Brings what was found in the file's documents up to date with their newest text. */
  bringUpToDate(file: OpenFile): Promise<void>;
  snapshot(object: PlacedObject): Snapshot | undefined;
  objects(file: OpenFile, part: Part): readonly PlacedObject[];
}

export interface AnalysisOptions extends SnapshotSources {
  /** The files that are applied together with this one, itself included. */
  readonly companions: (file: OpenFile) => readonly OpenFile[];
  /** The open files whose objects vote on who applies those of this one, itself included. */
  readonly neighbours: (file: OpenFile) => readonly OpenFile[];
  readonly settingsVersion: () => number;
  /** Grows whenever anything but a text may have changed; while it stands still nothing but the text is looked at. */
  readonly epoch: () => number;
  readonly quietMs: number;
}

/** How long a slice of work may keep other requests waiting. */
const sliceMs = 10;
/** Documents longer than this are looked at when typing pauses. */
const longText = 1024 * 1024;

export function createAnalysis(options: AnalysisOptions): Analysis {
  const { live, kinds, namespaces, history, readings, appliers } = options;
  const votes = new WeakMap<OpenFile, { readonly vote: Vote | undefined; readonly inferences: number }>();
  const companyOf = createCompanies(readings);
  const companies = new WeakMap<OpenFile, Company>();
  let changes = 0;

  function objects(file: OpenFile, part: Part): readonly PlacedObject[] {
    return readings.summary(part).objects.map((summary, item) => ({ file, part, item, summary }));
  }

  const around = (file: OpenFile): Around => ({
    vote: votes.get(file)?.vote,
    company: companies.get(file) ?? alone,
  });
  const snapshot = (object: PlacedObject): Snapshot | undefined => snapshotOf(options, object, around(object.file));

  function stampOf(file: OpenFile, part: Part): string {
    const { vote, company } = around(file);
    const each = objects(file, part).map((object) => {
      const { key } = object.summary;
      if (!isCompared(object.summary, file.role)) return kinds.version(file.target, key.kind);
      const open = appliers.isOpen(object) ? `${vote?.manager} ${vote?.with} ${file.saves}` : "";
      const twin = twinAt(company.twins, object);
      const space = namespaces.version({ target: file.target, key });
      return `${live.version(file.target, key)} ${space} ${kinds.version(file.target, key.kind)} ${open} ${twin === undefined ? "" : twinText(twin)}`;
    });
    return [options.settingsVersion(), file.role.kind, company.broughtVersion, history.version(file), ...each].join("|");
  }

  function analyse(file: OpenFile, part: Part, stamp: string, epoch: number): PartAnalysis {
    const all = objects(file, part).map((object) => ({ object, found: snapshot(object) ?? unnamedSnapshotOf(options, object) }));
    const findings = all.flatMap(({ object, found }) =>
      found === undefined ? [] : check(found).map((finding) => partFinding(finding, object, twinAt(around(file).company.twins, object))),
    );
    return { stamp, epoch, findings, verdicts: all.map(({ found }) => verdictOf(found)) };
  }

  function lookAt(file: OpenFile, part: Part): void {
    const epoch = options.epoch() + changes;
    if (part.analysis?.epoch === epoch) return;
    const stamp = stampOf(file, part);
    if (part.analysis?.stamp === stamp) part.analysis.epoch = epoch;
    else part.analysis = analyse(file, part, stamp, epoch);
  }

  /** One pass over the documents; false where an edit made it useless. */
  async function pass(file: OpenFile): Promise<boolean> {
    const { version } = file;
    let sliceEnd = performance.now() + sliceMs;
    for (const part of file.parts) {
      lookAt(file, part);
      if (performance.now() < sliceEnd) continue;
      await nextTurn();
      if (file.version !== version) return false;
      sliceEnd = performance.now() + sliceMs;
    }
    return true;
  }

  /** Whether the folder's vote came out another way than what the last pass went by. */
  function voteChanged(file: OpenFile): boolean {
    const before = votes.get(file);
    const inferences = appliers.inferences();
    if (before?.inferences === inferences) return false;
    const vote = appliers.vote(options.neighbours(file));
    votes.set(file, { vote, inferences });
    if (before?.vote?.manager === vote?.manager && before?.vote?.with === vote?.with) return false;
    changes++;
    return true;
  }

  /** Whether what is applied with the file's objects is something else to them than what the last pass went by. */
  function companyChanged(file: OpenFile): boolean {
    const before = companies.get(file) ?? alone;
    const now = companyOf(options.companions(file));
    companies.set(file, now);
    if (before === now) return false;
    changes++;
    return true;
  }

  return {
    objects,
    snapshot,
    async bringUpToDate(file) {
      do {
        if (file.parts.some((part) => part.text.length > longText && part.analysis === undefined)) await pause(file, options.quietMs);
      } while (!(await pass(file)) || voteChanged(file) || companyChanged(file));
    },
  };
}

function partFinding(finding: Finding, object: PlacedObject, twin: Twin | undefined): PartFinding {
  const found = { finding, item: object.item };
  if (twin === undefined || finding.code !== sameObjectTwice.code) return found;
  const { first } = twin;
  const uri = first.file === object.file ? {} : { uri: first.file.uri };
  return { ...found, elsewhere: [{ place: first, message: theFirstOne, ...uri }] };
}

function verdictOf(snapshot: Snapshot | undefined): Prediction["verdict"] | undefined {
  return snapshot?.live.state === "live" || snapshot?.live.state === "absent" ? predict(snapshot).verdict : undefined;
}

/** Until nobody typed for a while. */
async function pause(file: OpenFile, quietMs: number): Promise<void> {
  for (;;) {
    const left = file.editedAt + quietMs - performance.now();
    if (left <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, left));
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
