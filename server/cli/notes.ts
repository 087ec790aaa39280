/** What a check says on stderr, beside its findings: as whom it looked, and what it could not look at. One line per distinct thing. */
import type { Applier, LiveAnswer } from "../../shared/ownership/snapshot.ts";
import * as words from "../../shared/ownership/words/commandLine.ts";
import { holderCount } from "../../shared/ownership/words/objects.ts";
import type { ObjectKey } from "../cluster/ports.ts";
import type { CheckedFile, CheckedObject } from "./checked.ts";
import { printable } from "./printable.ts";

/** All notes, in the order of the files. `saved`: where the live objects were looked for, if not in a cluster. */
export function notes(files: readonly CheckedFile[], saved: string | undefined): string[] {
  const reports = files.flatMap((file) => file.objects);
  return [
    ...files.flatMap((file) => file.skipped.filter(({ broken }) => broken).map(({ reason }) => words.errorIn(file.name, reason))),
    ...new Set(files.flatMap(({ warnings }) => warnings.map(words.warning))),
    ...gathered(reports.flatMap(({ object, as, live }) => (live.state === "live" ? applierNote(objectName(object), as) : []))),
    ...gathered(reports.flatMap(schemaNote)),
    ...gathered(reports.flatMap(({ object, live }) => liveNote(objectName(object), live, saved))),
    ...gathered(files.flatMap(leftOut)),
  ].map(printable);
}

/** A note about one subject; notes of one group are told once, for the first subject, with the number of the others. */
interface Note {
  readonly group: string;
  readonly subject: string;
  readonly text: (subject: string) => string;
}

function gathered(all: readonly Note[]): string[] {
  const groups = new Map<string, { readonly first: Note; count: number }>();
  for (const note of all) {
    const group = groups.get(note.group);
    if (group === undefined) groups.set(note.group, { first: note, count: 1 });
    else group.count++;
  }
  return [...groups.values()].map(({ first: { subject, text }, count }) =>
    text(count === 1 ? subject : words.andOthers(subject, count - 1)),
  );
}

/** Whoever was named by flag or comment needs no telling. */
function applierNote(subject: string, as: Applier): Note[] {
  if (as.decided) {
    if (!as.inferred) return [];
    const { manager, evidence } = as;
    const way = as.force ? words.forcedWay(as.with) : as.with;
    return [{ group: JSON.stringify([manager, way]), subject, text: (of) => words.foundOut({ manager, way, subject: of, evidence }) }];
  }
  if (!as.ask) return [{ group: as.evidence, subject, text: (of) => words.notJudged(of, as.evidence) }];
  const held = as.candidates.map(({ manager, fields }) => holderCount(manager, fields)).join(", ");
  return [{ group: held, subject, text: (of) => (held === "" ? words.sayWho(of) : words.sayWhoOf(of, held)) }];
}

/** Where nobody knows how lists merge, conflicts in them are not foreseen. */
function schemaNote({ object, live, schemaSource }: CheckedObject): Note[] {
  if (live.state !== "live" || schemaSource !== "deduced") return [];
  return [{ group: "schema", subject: objectName(object), text: words.noSchema }];
}

function liveNote(subject: string, live: LiveAnswer, saved: string | undefined): Note[] {
  switch (live.state) {
    case "live":
    case "absent":
      return [];
    case "ownersUnknown":
      return [{ group: live.state, subject, text: words.ownersUnknown }];
    case "pending":
      return [{ group: live.state, subject, text: (of) => words.notCompared(of, words.noAnswerInTime) }];
    default: {
      const reason = live.state === "off" && saved !== undefined ? words.notAmongSaved(saved) : live.message;
      return [{ group: reason, subject, text: (of) => words.notCompared(of, reason) }];
    }
  }
}

function leftOut(file: CheckedFile): Note[] {
  return file.skipped
    .filter(({ broken }) => !broken)
    .map(({ range, reason }) => {
      const subject = `${file.name}:${file.lines.positionAt(range.start).line + 1}`;
      return { group: reason, subject, text: (of) => words.leftOut(of, reason) };
    });
}

/** "Deployment shop/web" */
export function objectName({ kind, namespace, name }: ObjectKey): string {
  return `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
}
