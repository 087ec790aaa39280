/**
 * The one asynchronous pipeline, for the language server and the command line alike: documents and ports in, answers out.
 * Invariants: an answer is about the newest text and the newest live object; nothing waits for the network but a hover, for 250 ms;
 * what belongs to a closed file is dropped.
 */
import { readPathRules } from "../../shared/manifest/pathRules.ts";
import type { Cluster, ClusterTarget } from "../cluster/ports.ts";
import { createAnalysis } from "./analysis.ts";
import { findingsOf, fixesOf, hoverOf, objectAt, reportsOf, snapshotsIn } from "./answers.ts";
import { createAppliers } from "./appliers.ts";
import { connectableOf, createConsent } from "./consent.ts";
import { createDefinitions } from "./definitions.ts";
import { createDiskLooks } from "./diskLooks.ts";
import { createKinds } from "./kinds.ts";
import { untrustedMessage } from "./liveAnswers.ts";
import { createLiveStore, idIn, idOf } from "./liveStore.ts";
import type { Session, SessionOptions } from "./model.ts";
import { changeText, type OpenFile, openFile, type Surroundings } from "./openFile.ts";
import { createReadings, isCompared } from "./readings.ts";
import { createReads } from "./reads.ts";
import { createRefreshes } from "./refreshes.ts";
import { skippedIn } from "./skipping.ts";
import type { SnapshotSources } from "./snapshots.ts";
import { createStatuses } from "./statusText.ts";
import { createTargets, targetId } from "./targets.ts";
import { createVerifications, failed } from "./verifications.ts";

/** How often the cluster is asked whether the kinds in view are still what they were. */
const relearnMs = 30_000;
/** The longest that a hover waits for a live object. */
const hoverWaitMs = 250;
/** How old a live object may be, in ms, before an edit, or coming into view, has it read again. A save always does. */
const staleAfter = { edit: 30_000, view: 5_000, save: 0 };

export function createSession(options: SessionOptions): Session {
  const { files: disk, now, quietMs = 300, objectsPerFile = 50, keepsFresh = false } = options;
  const open = new Map<string, OpenFile>();
  let { settings, folders = [], trusted } = options;
  let settingsVersion = 0;
  let epoch = 0;
  let visible: ReadonlySet<string> | undefined;

  const refreshes = createRefreshes();
  const readings = createReadings();
  const definitions = createDefinitions(disk, () => kinds.definitionsChanged());
  const kinds = createKinds({ custom: definitions.kind, onChange: () => changed(open.keys()) });
  const { flags = false } = options;
  const targets = createTargets({ settings, folders, flags, trusted, rulesOf: (path) => disk.rulesOf(path) });
  const consent = createConsent(options.connected, settings["cluster.connect"]);
  let room: Promise<Cluster> | undefined;
  const { cluster: load } = options;
  const loadCluster = load && (() => (room ??= load().then(consent.lock)));
  const live = createLiveStore({
    files: disk,
    kinds,
    loadCluster,
    settings,
    trusted: options.trusted,
    now,
    onChange: (target, key) => changed([...open.values()].filter((file) => mentions(file, target, idOf(key))).map(({ uri }) => uri)),
  });
  const appliers = createAppliers({ live, kinds, readings });
  const sources: SnapshotSources = { live, kinds, readings, appliers, now };
  const neighbours = (file: OpenFile): readonly OpenFile[] => [...open.values()].filter((other) => folderOf(other) === folderOf(file));
  const analysis = createAnalysis({ ...sources, neighbours, settingsVersion: () => settingsVersion, epoch: () => epoch, quietMs });
  const statuses = createStatuses(analysis, readings);
  const reads = createReads({
    live,
    readings,
    analysis,
    ready: () => looks.done(),
    files: () => open.values(),
    isVisible: (file) => open.get(file.uri) === file && (visible?.has(file.uri) ?? true),
    keepsFresh,
    quietMs,
    objectsPerFile,
  });

  const verifications = createVerifications({
    analysis,
    live,
    cluster: () => (trusted ? loadCluster?.() : undefined),
    mostObjects: objectsPerFile,
    onChange: (uri) => refreshes.note([uri]),
  });

  /** Answers about these files may be others now. */
  function changed(uris: Iterable<string>): void {
    epoch++;
    refreshes.note(uris);
  }

  const surroundingsOf = (path: string | undefined): Surroundings => ({
    role: path === undefined ? { kind: "manifest" } : disk.roleOf(path),
    target: targets.of(path),
    applier: targets.applier(path),
    ruleWarnings: (path === undefined ? undefined : disk.rulesOf(path))?.warnings ?? [],
  });

  /** Settings or files may say something else about the open files now. */
  function lookAround(): void {
    let moved = false;
    for (const file of open.values()) {
      const before = targetId(file.target);
      Object.assign(file, surroundingsOf(file.path));
      moved ||= targetId(file.target) !== before;
    }
    settingsVersion++;
    live.keepOnly(neededIds());
    changed(open.keys());
    if (moved) scheduleAll(staleAfter.view);
  }

  const neededIds = (): ReadonlySet<string> => new Set([...open.values()].flatMap(idsIn));

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

  /** Kinds of the files in view: a definition may change while nobody touches an object. */
  function relearn(): void {
    const seen = [...open.values()].filter(({ uri }) => visible?.has(uri) ?? true);
    const ofKind = ({ parts }: OpenFile, kind: string): boolean =>
      parts.some(({ summary }) => summary?.objects.some(({ key }) => key.kind === kind));
    kinds.relearn((target, kind) => seen.some((file) => targetId(file.target) === targetId(target) && ofKind(file, kind)));
  }
  const relearning = setInterval(relearn, relearnMs);

  disk.configure({ liveGlobs: settings["live.files"] });
  looks.look();

  return {
    open(source) {
      const file = openFile(source, surroundingsOf(source.path));
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
      if (file.role.kind === "rules") this.filesChanged();
      reads.schedule(file, staleAfter.save);
      changed([uri]);
      if (settings["verify.onSave"]) void reads.settle(file).then(() => (open.get(uri) === file ? verifications.runAll(file) : undefined));
    },
    close(uri) {
      const file = open.get(uri);
      if (file === undefined) return;
      reads.cancel(file);
      // Whatever still works on it finds nothing left to do.
      changeText(file, "", Number.NaN);
      open.delete(uri);
      live.keepOnly(neededIds());
    },
    setVisible(uris) {
      visible = new Set(uris);
      scheduleAll(staleAfter.view);
    },
    configure(next, nextFolders = []) {
      const same = isSame([settings, folders], [next, nextFolders]);
      const sameReads = isSame(withoutApplier([settings, folders]), withoutApplier([next, nextFolders]));
      if (same) return;
      settings = next;
      folders = nextFolders;
      targets.configure(settings, folders);
      lookAround();
      if (sameReads) return;
      disk.configure({ liveGlobs: settings["live.files"] });
      consent.configure(settings["cluster.connect"]);
      kinds.forget();
      live.configure(settings);
      this.filesChanged();
      scheduleAll(staleAfter.save);
    },
    setRoots(roots) {
      disk.configure({ roots });
      this.filesChanged();
    },
    connect(identities) {
      consent.connect(identities);
      live.configure(settings);
      changed(open.keys());
      scheduleAll(staleAfter.save);
    },
    trust() {
      trusted = true;
      targets.trust();
      live.trust();
      lookAround();
      scheduleAll(staleAfter.save);
    },
    filesChanged() {
      lookAround();
      looks.look();
      definitions.filesChanged();
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
        await Promise.race([live.ask(file.target, object.summary.key, true), new Promise((resolve) => setTimeout(resolve, hoverWaitMs))]);
      }
      return open.get(uri) === file && file.version === version ? hoverOf(analysis, sources, object, offset) : undefined;
    },
    async fixesAt(uri, range) {
      const file = await upToDate(uri);
      return file === undefined ? [] : fixesOf(analysis, file, range);
    },
    async lensesOf(uri) {
      const file = open.get(uri);
      return file === undefined ? [] : verifications.lensesOf(file);
    },
    async verifyPlanAt(uri, offset) {
      const file = await upToDate(uri);
      const object = file && objectAt(analysis, file, offset);
      return object === undefined ? { problem: noObject } : verifications.plan(object);
    },
    async verifyAt(uri, offset) {
      const file = await upToDate(uri);
      const object = file && objectAt(analysis, file, offset);
      return object === undefined ? failed(noObject) : verifications.run(object);
    },
    ruleWarningsOf: (uri) => open.get(uri)?.ruleWarnings ?? [],
    async rulesProblemsOf(uri) {
      const file = open.get(uri);
      return file?.role.kind === "rules" ? readPathRules(file.text).problems : [];
    },
    async statusOf(uri) {
      const file = await upToDate(uri);
      return file && statuses.of(file);
    },
    async targetOf(uri) {
      const file = open.get(uri);
      if (file === undefined) return { problem: "The document is not open" };
      if (!trusted) return { problem: untrustedMessage };
      if (loadCluster === undefined || settings["cluster.connect"] === "off") return { problem: "fieldOwnership.cluster.connect is off" };
      const found = connectableOf((await loadCluster()).describe(file.target));
      return "problem" in found ? found : { ...found, connected: consent.allows(found) };
    },
    async settled(uri) {
      const file = open.get(uri);
      if (file !== undefined) await reads.settle(file);
      await kinds.settled();
    },
    refresh() {
      void room
        ?.then((cluster) => {
          cluster.refresh();
          relearn();
        })
        .catch(() => undefined);
      this.filesChanged();
      scheduleAll(staleAfter.save);
    },
    onRefresh: (listener) => refreshes.listen(listener),
    dispose() {
      clearInterval(relearning);
      kinds.forget();
      reads.dispose();
      verifications.dispose();
      refreshes.dispose();
      live.dispose();
      open.clear();
    },
  };
}

const noObject = "There is no Kubernetes object here";

function isSame(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

/** Settings without those that are no reason to read anything again. */
function withoutApplier(all: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(all, (key, value: unknown) => (key.startsWith("apply.") ? undefined : value)));
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
