/** What a check says on stderr, beside its findings: as whom it looked, and what it could not look at. One line per distinct thing. */
import type { Applier, LiveAnswer } from "../../shared/ownership/snapshot.ts";
import type { ObjectKey } from "../cluster/ports.ts";
import type { CheckedFile } from "./checked.ts";
import { printable } from "./printable.ts";

/** All notes, in the order of the files. `saved`: where the live objects were looked for, if not in a cluster. */
export function notes(files: readonly CheckedFile[], saved: string | undefined): string[] {
  const reports = files.flatMap((file) => file.objects);
  return [
    ...gathered(reports.flatMap(({ object, as, live }) => (live.state === "live" ? applierNote(object, as) : []))),
    ...gathered(reports.flatMap(({ object, live }) => liveNote(object, live, saved))),
    ...files.flatMap((file) => file.skipped.map(({ range, reason }) => skippedNote(file, range.start, reason))),
  ].map(printable);
}

/** A note about one object; notes of one group are told once, for the first object, with the number of the others. */
interface Note {
  readonly group: string;
  readonly before: string;
  readonly object: ObjectKey;
  readonly after: string;
}

function gathered(all: readonly Note[]): string[] {
  const groups = new Map<string, { readonly first: Note; count: number }>();
  for (const note of all) {
    const group = groups.get(note.group);
    if (group === undefined) groups.set(note.group, { first: note, count: 1 });
    else group.count++;
  }
  return [...groups.values()].map(({ first, count }) => {
    const more = count === 1 ? "" : ` and ${count - 1} more`;
    return `${first.before}${objectName(first.object)}${more}${first.after}`;
  });
}

/** Whoever was named by flag or comment needs no telling. */
function applierNote(object: ObjectKey, as: Applier): Note[] {
  if (as.decided) {
    if (!as.inferred) return [];
    const group = JSON.stringify([as.manager, as.with, as.force]);
    return [{ group, before: `as ${as.manager} (${as.with}${as.force ? ", forced" : ""}): `, object, after: `; ${as.evidence}` }];
  }
  if (!as.ask) return [{ group: as.evidence, before: "not judged: ", object, after: `; ${as.evidence}` }];
  const held = as.candidates.map(({ manager, fields }) => `${manager} (${fields})`).join(", ");
  const who = held === "" ? "" : `; fields are held by ${held}`;
  return [{ group: held, before: "who applies ", object, after: `? Say --field-manager=NAME${who}` }];
}

function liveNote(object: ObjectKey, live: LiveAnswer, saved: string | undefined): Note[] {
  switch (live.state) {
    case "live":
    case "absent":
      return [];
    case "ownersUnknown":
      return [{ group: live.state, before: "owners unknown: ", object, after: "; saved without --show-managed-fields" }];
    case "pending":
      return [{ group: live.state, before: "not compared: ", object, after: "; no answer came in time" }];
    default: {
      const reason = live.state === "off" && saved !== undefined ? `not among the live objects saved in ${saved}` : live.message;
      return [{ group: reason, before: "not compared: ", object, after: `; ${reason}` }];
    }
  }
}

function skippedNote(file: CheckedFile, offset: number, reason: string): string {
  return `${file.name}:${file.lines.positionAt(offset).line + 1}: left out: ${reason}`;
}

function objectName({ kind, namespace, name }: ObjectKey): string {
  return `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
}
