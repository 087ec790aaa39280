/**
 * Command lines of kubectl for the person's own terminal: text to be read, copied and run by them.
 * Invariants: every word is quoted for a POSIX shell; a text that a terminal could take for more than text is no command at all; the
 * context and the namespace that the live object was read from are named, so it cannot go elsewhere; nothing hidden is in it.
 */
import { isMap, stringAt, type Value } from "../fieldpath/value.ts";
import { printItem } from "../manifest/printYaml.ts";
import type { LiveObject, LiveSource, Snapshot } from "./snapshot.ts";

/** A live object that a command can be about: read from a cluster, and the newest. */
export interface LiveTarget {
  readonly live: LiveObject;
  readonly source: Extract<LiveSource, { readonly from: "cluster" }>;
}

/** Undefined where no command may be given: nothing is known of the object now, or it is a saved file and no cluster's. */
export function liveTarget({ live }: Pick<Snapshot, "live">): LiveTarget | undefined {
  if (live.state !== "live" || live.stale !== undefined || live.source.from !== "cluster" || live.live.problems.length > 0)
    return undefined;
  return { live: live.live, source: live.source };
}

/** The command with what it reads from its standard input, if anything. */
export function kubectl({ live, source }: LiveTarget, args: readonly string[], input?: Value): string | undefined {
  const namespace = stringAt(live.object, "metadata", "namespace");
  const place = [
    ...(source.kubeconfig === undefined ? [] : [`--kubeconfig=${source.kubeconfig}`]),
    `--context=${source.context}`,
    ...(namespace === undefined ? [] : [`--namespace=${namespace}`]),
  ];
  const words = ["kubectl", ...args, ...place, ...(input === undefined ? [] : ["-f", "-"])];
  const line = words.map(quoted).join(" ");
  // The end mark stands alone on its line, where each line of a manifest has a colon, a dash or an indent.
  const text = input === undefined ? `${line}\n` : `${line} <<'EOF'\n${printItem(input, -2, "\n")}\nEOF\n`;
  return unsafe.test(text.replaceAll("\n", "")) ? undefined : text;
}

/** The object's name as kubectl's commands take it: "configmap/web", "Deployment.v1.apps/web". */
export function resourceArgument({ live }: LiveTarget): string {
  const [kind = "", apiVersion = "", name = ""] = [["kind"], ["apiVersion"], ["metadata", "name"]].map((path) =>
    stringAt(live.object, ...path),
  );
  const [group, version] = apiVersion.split("/");
  return `${version === undefined ? kind.toLowerCase() : `${kind}.${version}.${group}`}/${name}`;
}

/** What names the object, with fields added: a manifest of no more than these. */
export function minimalManifest({ live }: LiveTarget, fields?: Value): Value {
  const named = new Map<string, Value>();
  for (const key of ["apiVersion", "kind"]) named.set(key, stringAt(live.object, key) ?? "");
  const metadata = new Map<string, Value>();
  for (const key of ["name", "namespace"]) {
    const value = stringAt(live.object, "metadata", key);
    if (value !== undefined) metadata.set(key, value);
  }
  named.set("metadata", metadata);
  for (const [key, value] of isMap(fields) ? fields : []) {
    if (key === "metadata") named.set(key, new Map([...metadata, ...(isMap(value) ? value : [])]));
    else named.set(key, value);
  }
  return named;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Controls, by which a paste could end early, and marks that show a line otherwise than it is. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
