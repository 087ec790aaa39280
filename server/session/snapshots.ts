/** The snapshot of an object: everything that is known of it now, frozen. */
import type { Value } from "../../shared/fieldpath/value.ts";
import type { Vote } from "../../shared/ownership/inferApplier.ts";
import type { Snapshot } from "../../shared/ownership/snapshot.ts";
import type { Appliers, PlacedObject } from "./appliers.ts";
import type { Brought } from "./brought.ts";
import type { Company } from "./company.ts";
import type { Definitions } from "./definitions.ts";
import type { History } from "./history.ts";
import type { Kinds } from "./kinds.ts";
import type { LiveStore } from "./liveStore.ts";
import type { Namespaces } from "./namespaces.ts";
import type { OpenFile } from "./openFile.ts";
import { isCompared, kindId, namespaceId, type Readings } from "./readings.ts";
import { type Twin, twinAt } from "./twins.ts";

export interface SnapshotSources {
  readonly live: LiveStore;
  readonly kinds: Kinds;
  readonly readings: Readings;
  readonly appliers: Appliers;
  readonly namespaces: Namespaces;
  readonly definitions: Definitions;
  readonly history: History;
  /** See `Snapshot.namespaceFlag`. */
  readonly namespaceFlag: () => string | undefined;
  readonly now: () => number;
}

/** What the files around an object say of it. */
export interface Around {
  readonly vote: Vote | undefined;
  readonly company: Company;
}

/** Undefined where the object is not compared with a live object. */
export function snapshotOf(
  sources: SnapshotSources,
  object: PlacedObject,
  { vote, company: { twins, brought } }: Around,
): Snapshot | undefined {
  const { file, summary } = object;
  if (!isCompared(summary, file.role)) return undefined;
  const twin = twinAt(twins, object);
  const live = sources.live.answer(file.target, summary.key);
  return frozen(sources, object, () => ({
    live,
    as: sources.appliers.of(object, vote),
    ...(live.state === "absent" && namespaceOf(sources, object, brought)),
    ...(live.state === "noSuchKind" && isDefined(sources, object, brought) && { definesKind: true }),
    ...(twin !== undefined && { twins: twinsAt(sources, file, twin) }),
  }));
}

/** That of an object whose name nobody knows yet: its schema and its text can be judged, and there is nothing to compare it with. */
export function unnamedSnapshotOf(sources: SnapshotSources, object: PlacedObject): Snapshot | undefined {
  const { nameless } = object.summary;
  if (object.file.role.kind !== "manifest" || nameless === undefined) return undefined;
  const as = { decided: false, ask: false, candidates: [], evidence: nameless } as const;
  return frozen(sources, object, () => ({ live: { state: "off", message: nameless }, as }));
}

function frozen(
  sources: SnapshotSources,
  { file, part, item, summary }: PlacedObject,
  compared: () => Pick<Snapshot, "live" | "as" | "twins" | "namespaceTrouble" | "definesKind">,
): Snapshot | undefined {
  const document = sources.readings.document(part);
  const object = document.objects[item];
  if (object === undefined) return undefined;
  const { levels, ignores, names } = file;
  const kind = sources.kinds.info(file.target, object.apiVersion, object.kind);
  const flag = sources.namespaceFlag();
  const earlier = (): readonly Value[] => sources.history.valuesOf(file, summary);
  const said = { ...(flag !== undefined && { namespaceFlag: flag }) };
  return { document, object, kind, ...compared(), ...said, earlier, now: sources.now(), levels, ignores, names };
}

function namespaceOf(
  { namespaces, definitions }: SnapshotSources,
  { file: { target }, summary: { key } }: PlacedObject,
  brought: Brought,
): Pick<Snapshot, "namespaceTrouble"> {
  // As long as nobody knows whether the workspace brings it, nothing is missing.
  const isBrought = (name: string): boolean => brought.has(namespaceId(name)) || definitions.hasNamespace(name) !== false;
  const trouble = namespaces.trouble({ target, key }, isBrought);
  return trouble === undefined ? {} : { namespaceTrouble: trouble };
}

function isDefined({ definitions }: SnapshotSources, { summary: { key } }: PlacedObject, brought: Brought): boolean {
  // As long as nobody knows whether the workspace defines it, nothing is missing either.
  return brought.has(kindId(key.apiVersion, key.kind)) || definitions.hasKind(key.apiVersion, key.kind) !== false;
}

function twinsAt({ readings }: SnapshotSources, file: OpenFile, { before, after }: Twin): NonNullable<Snapshot["twins"]> {
  if (before === undefined) return { before: undefined, after };
  const value = readings.document(before.part).objects[before.item]?.value ?? null;
  return { before: value, after, ...(before.file !== file && { beforeIn: before.file.uri }) };
}
