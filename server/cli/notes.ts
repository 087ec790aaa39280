/** What a check says on stderr, beside its findings: as whom it looked, and what it could not look at. One line per distinct thing. */
import type { Applier, LiveAnswer } from "../../shared/ownership/snapshot.ts";
import type { ObjectKey } from "../cluster/ports.ts";
import type { CheckedFile, CheckedObject } from "./checked.ts";
import { printable } from "./printable.ts";

/** All notes, in the order of the files. `saved`: where the live objects were looked for, if not in a cluster. */
export function notes(files: readonly CheckedFile[], saved: string | undefined): string[] {
  const reports = files.flatMap((file) => file.objects);
  return [
    ...files.flatMap((file) => file.skipped.filter(({ broken }) => broken).map(({ reason }) => `error: ${file.name}: ${reason}`)),
    ...new Set(files.flatMap(({ warnings }) => warnings.map((warning) => `warning: ${warning}`))),
    ...gathered(reports.flatMap(({ object, as, live }) => (live.state === "live" ? applierNote(objectName(object), as) : []))),
    ...gathered(reports.flatMap(schemaNote)),
    ...gathered(reports.flatMap(({ object, live }) => liveNote(objectName(object), live, saved))),
    ...gathered(files.flatMap(leftOut)),
  ].map(printable);
}

/** A note about one subject; notes of one group are told once, for the first subject, with the number of the others. */
interface Note {
  readonly group: string;
  readonly before: string;
  readonly subject: string;
  readonly after: string;
}

function gathered(all: readonly Note[]): string[] {
  const groups = new Map<string, { readonly first: Note; count: number }>();
  for (const note of all) {
    const group = groups.get(note.group);
    if (group === undefined) groups.set(note.group, { first: note, count: 1 });
    else group.count++;
  }
  return [...groups.values()].map(({ first: { before, subject, after }, count }) => {
    const more = count === 1 ? "" : ` and ${count - 1} more`;
    return `${before} ${subject}${more}${after}`;
  });
}

/** Whoever was named by flag or comment needs no telling. */
function applierNote(subject: string, as: Applier): Note[] {
  if (as.decided) {
    if (!as.inferred) return [];
    const way = `${as.with}${as.force ? ", forced" : ""}`;
    return [{ group: JSON.stringify([as.manager, way]), before: `as ${as.manager} (${way}):`, subject, after: `; ${as.evidence}` }];
  }
  if (!as.ask) return [{ group: as.evidence, before: "not judged:", subject, after: `; ${as.evidence}` }];
  const held = as.candidates.map(({ manager, fields }) => `${manager} (${fields})`).join(", ");
  const who = held === "" ? "" : `; fields are held by ${held}`;
  return [{ group: held, before: "who applies", subject, after: `? Say --field-manager=NAME${who}` }];
}

/** Where nobody knows how lists merge, conflicts in them are not foreseen. */
function schemaNote({ object, live, schemaSource }: CheckedObject): Note[] {
  if (live.state !== "live" || schemaSource !== "deduced") return [];
  const after = `; conflicts in its lists are not foreseen: give its definition with --crds FILE`;
  return [{ group: "schema", before: "no schema:", subject: objectName(object), after }];
}

function liveNote(subject: string, live: LiveAnswer, saved: string | undefined): Note[] {
  switch (live.state) {
    case "live":
    case "absent":
      return [];
    case "ownersUnknown":
      return [{ group: live.state, before: "owners unknown:", subject, after: "; saved without --show-managed-fields" }];
    case "pending":
      return [{ group: live.state, before: "not compared:", subject, after: "; no answer came in time" }];
    default: {
      const reason = live.state === "off" && saved !== undefined ? `not among the live objects saved in ${saved}` : live.message;
      return [{ group: reason, before: "not compared:", subject, after: `; ${reason}` }];
    }
  }
}

function leftOut(file: CheckedFile): Note[] {
  return file.skipped
    .filter(({ broken }) => !broken)
    .map(({ range, reason }) => {
      const subject = `${file.name}:${file.lines.positionAt(range.start).line + 1}`;
      return { group: reason, before: "left out:", subject, after: `; ${reason}` };
    });
}

/** "Deployment shop/web" */
export function objectName({ kind, namespace, name }: ObjectKey): string {
  return `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
}
