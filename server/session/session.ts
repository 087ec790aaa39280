/**
 * The one asynchronous pipeline, for the language server and the command line alike: documents and ports in, answers out.
 * Invariants: an answer is about the newest text and the newest live object; nothing waits for the network but a hover, for 250 ms;
 * what belongs to a closed file is dropped.
 */
import type { Settings } from "../../shared/settings.ts";
import type { ClusterTarget } from "../cluster/ports.ts";
import { createAnalysis } from "./analysis.ts";
import { findingsOf, fixesOf, hoverOf, objectAt, reportsOf, snapshotsIn } from "./answers.ts";
import { createAppliers } from "./appliers.ts";
import { createDiskLooks } from "./diskLooks.ts";
import { createKinds } from "./kinds.ts";
import { createLiveStore, idIn, idOf } from "./liveStore.ts";
import type { Session, SessionOptions } from "./model.ts";
import { changeText, type OpenFile, openFile } from "./openFile.ts";
import { createReadings, isCompared } from "./readings.ts";
import { createReads } from "./reads.ts";
import { createRefreshes } from "./refreshes.ts";
import { skippedIn } from "./skipping.ts";
import type { SnapshotSources } from "./snapshots.ts";
import { createStatuses } from "./statusText.ts";
import { createTargets, targetId } from "./targets.ts";

/** The longest that a hover waits for a live object. */
const hoverWaitMs = 250;
/** How old a live object may be, in ms, before an edit, or coming into view, has it read again. A save always does. */
const staleAfter = { edit: 30_000, view: 5_000, save: 0 };

export function createSession(options: SessionOptions): Session {
  const { files: disk, now, quietMs = 300, objectsPerFile = 50 } = options;
  const open = new Map<string, OpenFile>();
  let { settings } = options;
  let settingsVersion = 0;
  let epoch = 0;
  let visible: ReadonlySet<string> | undefined;

  const refreshes = createRefreshes();
  const readings = createReadings();
  const kinds = createKinds();
  const targets = createTargets(settings);
  const live = createLiveStore({
    files: disk,
    kinds,
    loadCluster: options.cluster,
    settings,
    trusted: options.trusted,
    now,
    onChange: (target, key) => changed([...open.values()].filter((file) => mentions(file, target, idOf(key))).map(({ uri }) => uri)),
  });
  const appliers = createAppliers({ live, kinds, readings, settings });
  const sources: SnapshotSources = { live, kinds, readings, appliers, now };
  const neighbours = (file: OpenFile): readonly OpenFile[] => [...open.values()].filter((other) => folderOf(other) === folderOf(file));
  const analysis = createAnalysis({ ...sources, neighbours, settingsVersion: () => settingsVersion, epoch: () => epoch, quietMs });
  const statuses = createStatuses(analysis, readings);
  const reads = createReads({
    live,
    readings,
    analysis,
    ready: () => looks.done(),
    isVisible: (file) => open.get(file.uri) === file && (visible?.has(file.uri) ?? true),
    quietMs,
    objectsPerFile,
  });

  /** Answers about these files may be others now. */
  function changed(uris: Iterable<string>): void {
    epoch++;
    refreshes.note(uris);
  }

  const looks = createDiskLooks(disk, () => {
    live.filesChanged();
    changed(open.keys());
  });

  /** The file with everything found out about its newest text. */
  async function upToDate(uri: string): Promise<OpenFile | undefined> {
    await looks.done();
    const file = open.get(uri);
    if (file !== undefined) await analysis.bringUpToDate(file);
    return open.get(uri) === file ? file : undefined;
  }

  function scheduleAll(ageMs: number): void {
    for (const file of open.values()) reads.schedule(file, ageMs);
  }

  disk.configure({ liveGlobs: settings["live.files"] });
  looks.look();

  return {
    open(source) {
      const role = source.path === undefined ? ({ kind: "manifest" } as const) : disk.roleOf(source.path);
      const file = openFile(source, role, targets.of(source.path));
      open.set(source.uri, file);
      looks.look();
      reads.schedule(file, staleAfter.view);
    },
    change(uri, text, version) {
      const file = open.get(uri);
      if (file === undefined) return;
      changeText(file, text, version);
      reads.schedule(file, staleAfter.edit);
    },
    save(uri) {
      const file = open.get(uri);
      if (file === undefined) return;
      file.savedParts = file.parts;
      file.saves++;
      reads.schedule(file, staleAfter.save);
      changed([uri]);
    },
    close(uri) {
      const file = open.get(uri);
      if (file === undefined) return;
      reads.cancel(file);
      // Whatever still works on it finds nothing left to do.
      changeText(file, "", Number.NaN);
      open.delete(uri);
      live.keepOnly(new Set([...open.values()].flatMap(idsIn)));
    },
    setVisible(uris) {
      visible = new Set(uris);
      scheduleAll(staleAfter.view);
    },
    configure(next) {
      const names = (Object.keys(next) as (keyof Settings)[]).filter((name) => !isSame(settings[name], next[name]));
      if (names.length === 0) return;
      settings = next;
      settingsVersion++;
      appliers.configure(settings);
      changed(open.keys());
      if (names.every((name) => name.startsWith("apply."))) return;
      disk.configure({ liveGlobs: settings["live.files"] });
      targets.configure(settings);
      for (const file of open.values()) file.target = targets.of(file.path);
      kinds.forget();
      live.configure(settings);
      this.filesChanged();
      scheduleAll(staleAfter.save);
    },
    trust() {
      live.trust();
      changed(open.keys());
      scheduleAll(staleAfter.save);
    },
    filesChanged() {
      for (const file of open.values()) if (file.path !== undefined) file.role = disk.roleOf(file.path);
      looks.look();
      changed(open.keys());
    },
    async diagnosticsOf(uri) {
      const file = await upToDate(uri);
      return file === undefined ? [] : findingsOf(file);
    },
    async objectsOf(uri) {
      const file = await upToDate(uri);
      return file === undefined ? [] : reportsOf(analysis, file);
    },
    async skippedOf(uri) {
      const file = await upToDate(uri);
      return file === undefined ? [] : file.parts.flatMap((part) => skippedIn(readings, file, part));
    },
    async snapshotsOf(uri) {
      const file = await upToDate(uri);
      return file === undefined ? [] : snapshotsIn(analysis, file);
    },
    async hoverAt(uri, offset) {
      await looks.done();
      const file = open.get(uri);
      const object = file && objectAt(analysis, file, offset);
      if (file === undefined || object === undefined) return undefined;
      const { version } = file;
      if (isCompared(object.summary, file.role) && live.answer(file.target, object.summary.key).state === "pending") {
        await Promise.race([live.ask(file.target, object.summary.key), new Promise((resolve) => setTimeout(resolve, hoverWaitMs))]);
      }
      return open.get(uri) === file && file.version === version ? hoverOf(analysis, sources, object, offset) : undefined;
    },
    async fixesAt(uri, range) {
      const file = await upToDate(uri);
      return file === undefined ? [] : fixesOf(analysis, file, range);
    },
    async statusOf(uri) {
      const file = await upToDate(uri);
      return file && statuses.of(file);
    },
    async settled(uri) {
      const file = open.get(uri);
      if (file !== undefined) await reads.settle(file);
    },
    onRefresh: (listener) => refreshes.listen(listener),
    dispose() {
      reads.dispose();
      refreshes.dispose();
      live.dispose();
      open.clear();
    },
  };
}

function isSame(before: Settings[keyof Settings], after: Settings[keyof Settings]): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

function idsIn(file: OpenFile): readonly string[] {
  return file.parts.flatMap(({ summary }) => summary?.objects.map(({ key }) => idIn(file.target, key)) ?? []);
}

function mentions(file: OpenFile, target: ClusterTarget, id: string): boolean {
  if (targetId(file.target) !== targetId(target)) return false;
  return file.parts.some(({ summary }) => summary?.objects.some((object) => object.id === id));
}

/** Files without a path are neighbours of nobody. */
function folderOf({ path, uri }: OpenFile): string {
  return path === undefined ? uri : path.replace(/[^\\/]*$/, "");
}
