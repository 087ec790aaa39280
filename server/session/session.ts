/**
 * The one asynchronous pipeline, for the language server and the command line alike: documents and ports in, answers out.
 * Invariants: an answer is about the newest text and the newest live object; nothing waits for the network but a hover, for 250 ms;
 * what belongs to a closed file is dropped.
 */
import { createAnalysis } from "./analysis.ts";
import { createAppliers } from "./appliers.ts";
import { createClusters } from "./clusters.ts";
import { createDefinitions } from "./definitions.ts";
import { createDiskLooks } from "./diskLooks.ts";
import { createHistory } from "./history.ts";
import { createKinds } from "./kinds.ts";
import { createLiveStore } from "./liveStore.ts";
import type { Session, SessionOptions } from "./model.ts";
import { createNamespaces } from "./namespaces.ts";
import { changeText, noteSave, type OpenFile } from "./openFile.ts";
import { createOpenFiles } from "./openFiles.ts";
import { createQuestions } from "./questions.ts";
import { createReadings } from "./readings.ts";
import { createReads } from "./reads.ts";
import { createRefreshes } from "./refreshes.ts";
import type { SnapshotSources } from "./snapshots.ts";
import { createTargets, targetId } from "./targets.ts";
import { createVerifications } from "./verifications.ts";

/** How often the cluster is asked whether the kinds in view are still what they were. */
const relearnMs = 30_000;
/** How old a live object may be, in ms, before an edit, or coming into view, has it read again. A save always does. */
const staleAfter = { edit: 30_000, view: 5_000, save: 0 };

export function createSession(options: SessionOptions): Session {
  const { files: disk, now, flags = false, together = false, quietMs = 300, objectsPerFile = 50, keepsFresh = false } = options;
  let { settings, folders = [] } = options;
  let settingsVersion = 0;
  let epoch = 0;
  let visible: ReadonlySet<string> | undefined;

  const refreshes = createRefreshes();
  const readings = createReadings();
  const definitions = createDefinitions(disk, () => kinds.definitionsChanged());
  const kinds = createKinds({
    custom: definitions.kind,
    onChange() {
      changed(open.uris());
      // A kind that was missing may be there now, and its objects with it.
      scheduleAll(staleAfter.view);
    },
  });
  const targets = createTargets({ settings, folders, flags, trusted: options.trusted, now });
  const open = createOpenFiles(disk, targets);
  const clusters = createClusters(options);
  const live = createLiveStore({
    files: disk,
    kinds,
    loadCluster: clusters.load,
    settings,
    trusted: options.trusted,
    now,
    onChange: (target, key) => changed(open.mentioning(target, key)),
  });
  const appliers = createAppliers({ live, kinds, readings });
  const namespaces = createNamespaces({
    live,
    cluster: () => clusters.load?.(),
    now,
    searched: definitions.searched,
    onChange: () => changed(open.uris()),
  });
  // What a setting or `.field-ownership.yaml` says is for objects that name none: only a flag contradicts those that do.
  const namespaceFlag = (): string | undefined => (flags ? settings["cluster.namespace"] || undefined : undefined);
  const history = createHistory({ files: disk, readings, trusted: options.trusted, onChange: ({ uri }) => changed([uri]) });
  const sources: SnapshotSources = { live, kinds, readings, appliers, namespaces, definitions, history, namespaceFlag, now };
  const analysis = createAnalysis({
    ...sources,
    neighbours: open.neighbours,
    companions: (file) => (together ? open.inClusterOf(file) : [file]),
    settingsVersion: () => settingsVersion,
    epoch: () => epoch,
    quietMs,
  });
  const isVisible = (file: OpenFile): boolean => open.get(file.uri) === file && (visible?.has(file.uri) ?? true);
  const looks = createDiskLooks(disk, () => {
    live.filesChanged();
    changed(open.uris());
  });
  const ready = (): Promise<void> => looks.done();
  const reads = createReads({
    live,
    namespaces,
    readings,
    analysis,
    ready,
    files: open.all,
    isVisible,
    keepsFresh,
    quietMs,
    objectsPerFile,
  });
  const verifications = createVerifications({
    analysis,
    live,
    cluster: clusters.loadAllowed,
    mostObjects: objectsPerFile,
    onChange: (uri) => refreshes.note([uri]),
  });

  /** Answers about these files may be others now. */
  function changed(uris: Iterable<string>): void {
    epoch++;
    refreshes.note(uris);
  }

  function scheduleAll(ageMs: number): void {
    for (const file of open.all()) reads.schedule(file, ageMs);
  }

  /** Settings or files may say something else about the open files now. */
  function lookAround(): void {
    const { changed: anything, moved } = open.lookAround();
    if (anything) settingsVersion++;
    changed(open.uris());
    if (!moved) return;
    forgetOthers();
    scheduleAll(staleAfter.view);
  }

  /** What no open file names is not kept. */
  function forgetOthers(): void {
    namespaces.keepOnly(open.objects());
    live.keepOnly(open.ids());
  }

  /** Kinds of the files in view: a definition may change while nobody touches an object. */
  function relearn(): void {
    const seen = open.all().filter(isVisible);
    const ofKind = ({ parts }: OpenFile, kind: string): boolean =>
      parts.some(({ summary }) => summary?.objects.some(({ key }) => key.kind === kind));
    kinds.relearn((target, kind) => seen.some((file) => targetId(file.target) === targetId(target) && ofKind(file, kind)));
  }
  const relearning = keepsFresh ? setInterval(relearn, relearnMs) : undefined;

  /** Clusters that rest after failures are asked again at once: the person may have signed in. */
  async function askAnew(): Promise<void> {
    (await clusters.loaded()?.catch(() => undefined))?.refresh();
  }

  /** What was read is no longer to be shown: it is of another cluster, or of one that may not be asked any more. */
  function startOver(): void {
    kinds.forget();
    forgetLive();
    changed(open.uris());
    scheduleAll(staleAfter.save);
  }

  function forgetLive(): void {
    namespaces.keepOnly([]);
    live.configure(settings);
  }
  const stopWatching = keepsFresh ? clusters.watch(() => open.all().map(({ target }) => target), startOver) : undefined;

  disk.configure({ liveGlobs: settings["live.files"] });
  looks.look();

  return {
    ...createQuestions({ open, analysis, sources, verifications, clusters, ready }),
    open(source) {
      const file = open.add(source);
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
      noteSave(file);
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
      open.remove(uri);
      forgetOthers();
    },
    setVisible(uris) {
      visible = new Set(uris);
      scheduleAll(staleAfter.view);
    },
    configure(next, nextFolders = []) {
      if (isSame([settings, folders], [next, nextFolders])) return;
      const sameReads = isSame(reasonsToRead([settings, folders]), reasonsToRead([next, nextFolders]));
      settings = next;
      folders = nextFolders;
      settingsVersion++;
      targets.configure(settings, folders);
      lookAround();
      if (sameReads) return;
      disk.configure({ liveGlobs: settings["live.files"] });
      clusters.configure(settings);
      kinds.forget();
      forgetLive();
      this.filesChanged();
      scheduleAll(staleAfter.save);
    },
    setRoots(roots) {
      disk.configure({ roots });
      this.filesChanged();
    },
    connect(identities) {
      clusters.connect(identities);
      void askAnew();
      startOver();
    },
    trust() {
      clusters.trust();
      targets.trust();
      history.trust();
      live.trust();
      lookAround();
      scheduleAll(staleAfter.save);
    },
    filesChanged() {
      lookAround();
      looks.look();
      definitions.filesChanged();
    },
    async settled(uri) {
      const file = open.get(uri);
      if (file !== undefined) await reads.settle(file);
      await kinds.settled();
      await definitions.settled();
      // What is missing is known only once the live objects are: git is asked then.
      if (file !== undefined) await analysis.bringUpToDate(file).then(() => history.settled(file));
    },
    refresh() {
      void askAnew().then(relearn);
      this.filesChanged();
      scheduleAll(staleAfter.save);
    },
    onRefresh: (listener) => refreshes.listen(listener),
    dispose() {
      clearInterval(relearning);
      stopWatching?.();
      kinds.forget();
      reads.dispose();
      verifications.dispose();
      refreshes.dispose();
      namespaces.keepOnly([]);
      live.dispose();
      open.clear();
    },
  };
}

function isSame(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

/** Settings without those for which nothing need be read again. */
function reasonsToRead(all: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(all, (key, value: unknown) => (/^(apply|verify)\./.test(key) ? undefined : value)));
}
