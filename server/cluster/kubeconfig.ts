/**
 * Which cluster, user and namespace a target means, read as kubectl reads kubeconfig files: the first definition of a name
 * wins as a whole, files that do not exist and empty elements of KUBECONFIG are ignored, relative paths start beside their file.
 * Never writes one. Counterpart in Go: client-go tools/clientcmd ClientConfigLoadingRules.
 */
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { isList, isMap, stringAt, type Value, type ValueMap, valueAt } from "../../shared/fieldpath/value.ts";
import { documentsAsKubectl } from "../../shared/manifest/kubectlValues.ts";
import type { ClusterTarget } from "./ports.ts";

/** A cluster or user entry, with the folder its relative paths start from. */
export interface Entry {
  readonly name: string;
  readonly body: ValueMap;
  readonly folder: string;
}

export interface Kubeconfig {
  readonly clusters: ReadonlyMap<string, Entry>;
  readonly users: ReadonlyMap<string, Entry>;
  readonly contexts: ReadonlyMap<string, Entry>;
  readonly currentContext: string | undefined;
  /** The files it was read from. */
  readonly files: readonly string[];
}

/** What a target means: everything that a request needs. */
export interface ResolvedTarget {
  readonly context: string;
  /** Of objects that name none. */
  readonly namespace: string;
  readonly cluster: Entry;
  /** Undefined: anonymous. */
  readonly user: Entry | undefined;
}

export type Or<T> = { readonly value: T } | { readonly problem: string };

/** The kubeconfig files of a target: the setting's, or KUBECONFIG's, or the one in the home folder. */
export function kubeconfigFiles(
  setting: string | undefined,
  env: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  if (setting) return [setting.startsWith("~/") ? path.join(os.homedir(), setting.slice(2)) : setting];
  const listed = env.KUBECONFIG ?? "";
  if (listed !== "") return [...new Set(listed.split(path.delimiter).filter((file) => file !== ""))];
  return [path.join(os.homedir(), ".kube", "config")];
}

/** Reads and merges. A file that cannot be read or understood makes one problem that names it, as kubectl refuses to go on then. */
export function readKubeconfig(files: readonly string[]): Or<Kubeconfig> {
  const clusters = new Map<string, Entry>();
  const users = new Map<string, Entry>();
  const contexts = new Map<string, Entry>();
  const found: string[] = [];
  let currentContext: string | undefined;
  for (const file of files) {
    const read = readOne(file);
    if ("problem" in read) return read;
    if (read.value === undefined) continue;
    found.push(file);
    currentContext ??= stringAt(read.value, "current-context") || undefined;
    const folder = path.dirname(path.resolve(file));
    for (const [list, key, into] of [
      ["clusters", "cluster", clusters],
      ["users", "user", users],
      ["contexts", "context", contexts],
    ] as const) {
      const problem = addEntries(into, valueAt(read.value, list), key, folder);
      if (problem !== undefined) return { problem: `Kubeconfig ${file}: ${problem}` };
    }
  }
  if (found.length === 0) return { problem: `No kubeconfig: ${files.join(", ")} ${files.length === 1 ? "does" : "do"} not exist` };
  return { value: { clusters, users, contexts, currentContext, files: found } };
}

/** Context, namespace, cluster and user that a target means. */
export function resolveTarget(config: Kubeconfig, target: ClusterTarget): Or<ResolvedTarget> {
  const name = target.context || config.currentContext;
  if (name === undefined) return { problem: `The kubeconfig ${config.files.join(", ")} sets no current-context` };
  const context = config.contexts.get(name);
  if (context === undefined) return { problem: `The kubeconfig has no context "${name}"` };
  const clusterName = stringAt(context.body, "cluster") ?? "";
  const cluster = config.clusters.get(clusterName);
  if (cluster === undefined) return { problem: `Context "${name}" of the kubeconfig names cluster "${clusterName}", which is not there` };
  const userName = stringAt(context.body, "user") ?? "";
  const user = config.users.get(userName);
  if (user === undefined && userName !== "")
    return { problem: `Context "${name}" of the kubeconfig names user "${userName}", which is not there` };
  const namespace = target.namespace || stringAt(context.body, "namespace") || "default";
  return { value: { context: name, namespace, cluster, user } };
}

function readOne(file: string): Or<Value | undefined> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === "ENOENT" || code === "ENOTDIR"
      ? { value: undefined }
      : { problem: `Kubeconfig ${file} cannot be read (${code ?? "error"})` };
  }
  // A kubeconfig need not name its kind, which is an error elsewhere; only a text that yields nothing is broken.
  // The parser's message is not passed on: it may quote the text, which holds tokens.
  const { documents, error } = documentsAsKubectl(text);
  const [config] = documents;
  if (config === undefined) return error === undefined ? { value: new Map() } : { problem: `Kubeconfig ${file} is not valid YAML` };
  return isMap(config) ? { value: config } : { problem: `Kubeconfig ${file} is not a map` };
}

/** Adds the entries whose name is new; a problem where the list is malformed or holds a name twice. */
function addEntries(into: Map<string, Entry>, list: Value | undefined, key: string, folder: string): string | undefined {
  if (list === undefined || list === null) return undefined;
  if (!isList(list)) return `${key}s is not a list`;
  const names = new Set<string>();
  for (const item of list) {
    const name = stringAt(item, "name") ?? "";
    if (names.has(name)) return `${key} "${name}" is defined twice`;
    names.add(name);
    const body = valueAt(item, key);
    if (!into.has(name)) into.set(name, { name, body: isMap(body) ? body : new Map(), folder });
  }
  return undefined;
}
