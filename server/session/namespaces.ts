/**
 * What stands in the way of objects that are not there yet: their namespace may be missing or going. Asked for only where the cluster
 * lacks the object, since a live one proves its namespace.
 * Invariants: one read per namespace and context, kept fresh like live objects; whoever may not read it, or got no answer, hears nothing.
 */
import { stringAt } from "../../shared/fieldpath/value.ts";
import type { LiveAnswer, Snapshot } from "../../shared/ownership/snapshot.ts";
import type { Cluster, ClusterTarget, ObjectKey } from "../cluster/ports.ts";
import type { Address } from "./completed.ts";
import { createLiveReads } from "./liveReads.ts";
import { idIn, type LiveStore } from "./liveStore.ts";

export interface Namespaces {
  /** Of an object that is not there; `isBrought`: something that is applied with it creates the namespace. */
  trouble(object: Targeted, isBrought: (namespace: string) => boolean): Snapshot["namespaceTrouble"];
  /** Changes whenever the answer does. */
  version(object: Targeted): string;
  /** Reads those that are older; resolves when answered. */
  ask(objects: readonly Targeted[], ageMs: number): Promise<void>;
  /** These are watched where the cluster lets us, and no others. */
  keepFresh(objects: readonly Targeted[]): void;
  /** Forgets those of all other objects. */
  keepOnly(objects: readonly Targeted[]): void;
}

/** An object of a file, in the cluster that the file means. */
export interface Targeted {
  readonly target: ClusterTarget;
  readonly key: ObjectKey;
}

export interface NamespacesOptions {
  readonly live: LiveStore;
  readonly cluster: () => Promise<Cluster> | undefined;
  readonly now: () => number;
  /** Searches the workspace for Namespaces, once. */
  readonly searched: () => Promise<void>;
  /** Another answer about these. */
  readonly onChange: () => void;
}

/** The API server lets nobody delete them. */
const immortal: ReadonlySet<string> = new Set(["default", "kube-system", "kube-public"]);
/** Its schema is of no interest, and it was never asked for. */
const noKinds = { learn: async () => undefined, described: () => undefined };

export function createNamespaces({ live, cluster, now, searched, onChange }: NamespacesOptions): Namespaces {
  const reads = createLiveReads({ cluster, kinds: noKinds, now, onChange });

  /** The namespace that the object would be created in; undefined where nobody needs to know. */
  function addressOf({ target, key }: Targeted): Address | undefined {
    const name = live.absentFrom(target, key);
    if (name === undefined || immortal.has(name)) return undefined;
    const context: ClusterTarget = { kubeconfig: target.kubeconfig, context: target.context, namespace: undefined };
    const own: ObjectKey = { apiVersion: "v1", kind: "Namespace", namespace: undefined, name };
    return { id: idIn(context, own), target: context, key: own };
  }

  const addressesOf = (objects: readonly Targeted[]): readonly Address[] => [
    ...new Map(objects.flatMap((object) => addressOf(object) ?? []).map((address) => [address.id, address])).values(),
  ];

  return {
    trouble(object, isBrought) {
      const address = addressOf(object);
      const trouble = address && troubleIn(reads.answer(address.id));
      return address !== undefined && trouble === "missing" && isBrought(address.key.name) ? undefined : trouble;
    },
    version(object) {
      const address = addressOf(object);
      return address === undefined ? "" : String(reads.version(address.id));
    },
    async ask(objects, ageMs) {
      const addresses = addressesOf(objects);
      await Promise.all(
        addresses.map((address) => (reads.isDue(address.id, ageMs) ? reads.ask(address, false) : reads.flight(address.id))),
      );
      if (addresses.some(({ id }) => troubleIn(reads.answer(id)) === "missing")) await searched();
    },
    keepFresh: (objects) => reads.keepFresh(addressesOf(objects)),
    keepOnly: (objects) => reads.keepOnly(new Set(addressesOf(objects).map(({ id }) => id))),
  };
}

function troubleIn(answer: LiveAnswer | undefined): Snapshot["namespaceTrouble"] {
  if (answer?.state === "absent") return "missing";
  if (answer?.state !== "live" || answer.stale !== undefined) return undefined;
  return stringAt(answer.live.object, "status", "phase") === "Terminating" ? "terminating" : undefined;
}
