/** What is tried on the server to learn its tables: each kind's smallest object, and that with one thing more. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundledKind } from "../../../shared/schema/bundled.ts";
import type { SchemaType } from "../../../shared/schema/model.ts";
import type { ClusterObject } from "../connect.ts";
import { type EveryKind, everyKind, setAt } from "../everyKind.ts";

export interface Try {
  readonly object: ClusterObject;
  readonly type: SchemaType;
  /** Where it differs from the smallest object; undefined: it is that. */
  readonly below: readonly string[] | undefined;
}

/** What the random suite does not need: `set` by dotted path, all together. */
const extra = jsonLines<{ readonly apiVersion: string; readonly kind: string; readonly set: Readonly<Record<string, unknown>> }>(
  "tries.jsonl",
);

/** Kinds that the random suite does without; some take certain names only. */
const moreKinds = [
  ...jsonLines<MoreKind>("moreKinds.jsonl"),
  ...jsonLines<MoreKind>("writeKinds.jsonl").filter(({ name }) => name === undefined),
];
type MoreKind = EveryKind & { readonly name?: string };

/** Every try, of kinds that are built in. */
export const tries: readonly Try[] = [...allTries()];

function* allTries(): Generator<Try> {
  for (const { apiVersion, kind, base, options } of [...everyKind, ...moreKinds]) {
    const type = bundledKind(apiVersion, kind)?.type;
    if (type === undefined) continue;
    const more = extra.filter((one) => one.apiVersion === apiVersion && one.kind === kind).map(({ set }) => Object.entries(set));
    const choices = Object.entries(options).flatMap(([path, values]) => values.map((value): [string, unknown][] => [[path, value]]));
    for (const choice of [[], ...choices, ...more]) {
      const object = structuredClone({ ...base, apiVersion, kind, metadata: { name: "probe" } }) as ClusterObject;
      for (const [path, value] of choice) setAt(object, path.split("."), value);
      yield { object, type, below: choice.length === 0 ? undefined : (choice.at(-1)?.[0] ?? "").split(".") };
    }
  }
}

/** A file of test/cluster/data. */
export function jsonLines<T>(file: string): readonly T[] {
  const text = readFileSync(join(import.meta.dirname, "..", "data", file), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}
