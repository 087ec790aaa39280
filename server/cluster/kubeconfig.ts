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
import { type ClusterEntry, type ContextEntry, clusterEntry, contextEntry, type UserEntry, userEntry } from "./kubeconfigEntries.ts";
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
    const read = readOne(file);
    if ("problem" in read) return read;
    if (read.value === undefined) continue;
    const config = read.value;
    found.push(file);
    const folder = path.dirname(path.resolve(file));
    const problems: string[] = [];
    addEntries(clusters, config, "cluster", (name, body) => clusterEntry(name, body, folder, problems), problems);
    addEntries(users, config, "user", (name, body) => userEntry(name, body, folder, problems), problems);
    addEntries(contexts, config, "context", (name, body) => contextEntry(name, body, folder, problems), problems);
    const current = valueAt(config, "current-context");
    if (typeof current === "string") currentContext ??= current || undefined;
    else if (current !== undefined && current !== null) problems.push("current-context is not a string");
    const [problem] = problems;
    if (problem !== undefined) return { problem: `Kubeconfig ${file}: ${problem}` };
  }
  return { value: { clusters, users, contexts, currentContext, files: found } };
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
  if (!isMap(config)) return { problem: `Kubeconfig ${file} is not a map` };
  const kind = stringAt(config, "kind") || "Config";
  const version = stringAt(config, "apiVersion") || "v1";
  return kind === "Config" && version === "v1"
    ? { value: config }
    : { problem: `Kubeconfig ${file} is a ${kind} of ${version}, not a Config of v1` };
}

/** Adds the entries whose name is new; a problem where the list is malformed or holds a name twice. */
function addEntries<T>(
  into: Map<string, T>,
  config: Value,
  key: string,
  entry: (name: string, body: ValueMap) => T,
  problems: string[],
): void {
  const list = valueAt(config, `${key}s`);
  if (list === undefined || list === null) return;
  if (!isList(list)) return void problems.push(`${key}s is not a list`);
  const names = new Set<string>();
  for (const item of list) {
    const name = stringAt(item, "name") ?? "";
    if (names.has(name)) problems.push(`${key} "${name}" is defined twice`);
    names.add(name);
    const body = valueAt(item, key);
    const read = entry(name, isMap(body) ? body : new Map());
    if (!into.has(name)) into.set(name, read);
  }
}
