/**
 * Which cluster, user and namespace a target means, read as kubectl reads kubeconfig files: the first definition of a name
 * wins as a whole, files that do not exist and empty elements of KUBECONFIG are ignored, relative paths start beside their file.
 * Merged here, since client-node throws on a name that two files define. Never writes one.
 * Counterpart in Go: client-go tools/clientcmd ClientConfigLoadingRules.
 */
import os from "node:os";
import path from "node:path";
import type { ClusterEntry, ContextEntry, UserEntry } from "./kubeconfigEntries.ts";
import { readKubeconfigFile } from "./kubeconfigFile.ts";
import type { ClusterTarget, NamespaceFrom } from "./ports.ts";

/** The merged files. */
export interface Kubeconfig {
  readonly clusters: ReadonlyMap<string, ClusterEntry>;
  readonly users: ReadonlyMap<string, UserEntry>;
  readonly contexts: ReadonlyMap<string, ContextEntry>;
  readonly currentContext: string | undefined;
  /** The files it was read from; none: there is no kubeconfig. */
  readonly files: readonly string[];
}

/** What a target means: everything that a request needs. */
export interface ResolvedTarget {
  readonly context: string;
  /** Of objects that name none. */
  readonly namespace: string;
  readonly namespaceFrom: NamespaceFrom;
  readonly cluster: ClusterEntry;
  /** Undefined: anonymous. */
  readonly user: UserEntry | undefined;
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
  const clusters = new Map<string, ClusterEntry>();
  const users = new Map<string, UserEntry>();
  const contexts = new Map<string, ContextEntry>();
  const found: string[] = [];
  let currentContext: string | undefined;
  for (const file of files) {
    const read = readKubeconfigFile(file);
    if ("problem" in read) return { problem: `Kubeconfig ${file} ${read.problem}` };
    if (read.value === undefined) continue;
    found.push(file);
    addNew(clusters, read.value.clusters);
    addNew(users, read.value.users);
    addNew(contexts, read.value.contexts);
    currentContext ??= read.value.currentContext;
  }
  return { value: { clusters, users, contexts, currentContext, files: found } };
}

function addNew<T extends { readonly name: string }>(into: Map<string, T>, entries: readonly T[]): void {
  for (const entry of entries) if (!into.has(entry.name)) into.set(entry.name, entry);
}

/** Context, namespace, cluster and user that a target means. `files` are those that were looked for. */
export function resolveTarget(config: Kubeconfig, target: ClusterTarget, files: readonly string[] = config.files): Or<ResolvedTarget> {
  if (config.files.length === 0) return { problem: missing(files) };
  const where = `kubeconfig ${config.files.join(", ")}`;
  const name = target.context || config.currentContext;
  if (name === undefined) return { problem: `The ${where} sets no current-context: choose one with kubectl config use-context` };
  const context = config.contexts.get(name);
  if (context === undefined) return { problem: `The ${where} has no context "${name}"${known(config.contexts)}` };
  const cluster = config.clusters.get(context.cluster);
  if (cluster === undefined) return { problem: `Context "${name}" names cluster "${context.cluster}", which the ${where} has not` };
  const user = config.users.get(context.user);
  if (user === undefined && context.user !== "") {
    return { problem: `Context "${name}" names user "${context.user}", which the ${where} has not` };
  }
  return { value: { context: name, ...namespaceOf(target, context), cluster, user } };
}

function namespaceOf(target: ClusterTarget, { namespace }: ContextEntry): Pick<ResolvedTarget, "namespace" | "namespaceFrom"> {
  if (target.namespace) return { namespace: target.namespace, namespaceFrom: "setting" };
  return namespace === "" ? { namespace: "default", namespaceFrom: "default" } : { namespace, namespaceFrom: "context" };
}

function missing(files: readonly string[]): string {
  if (files.length === 0) return "No kubeconfig: KUBECONFIG names no file";
  return `No kubeconfig: ${files.join(", ")} ${files.length === 1 ? "does" : "do"} not exist`;
}

function known(contexts: ReadonlyMap<string, unknown>): string {
  const names = [...contexts.keys()];
  return names.length === 0 ? "" : `: it has ${names.slice(0, 5).join(", ")}${names.length > 5 ? ` and ${names.length - 5} more` : ""}`;
}
