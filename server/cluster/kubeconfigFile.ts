/**
 * One kubeconfig file. Its first document counts, a name twice is an error, unknown fields are none.
 * Counterpart in Go: client-go clientcmd.LoadFromFile, clientcmd/api/v1 conversions.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { isList, isMap, stringAt, type Value, type ValueMap, valueAt } from "../../shared/fieldpath/value.ts";
import { documentsAsKubectl } from "../../shared/manifest/kubectlValues.ts";
import { splitDocuments } from "../../shared/manifest/splitDocuments.ts";
import type { Or } from "./kubeconfig.ts";
import { type ClusterEntry, type ContextEntry, clusterEntry, contextEntry, type UserEntry, userEntry } from "./kubeconfigEntries.ts";

export interface KubeconfigFile {
  readonly clusters: readonly ClusterEntry[];
  readonly users: readonly UserEntry[];
  readonly contexts: readonly ContextEntry[];
  readonly currentContext: string | undefined;
}

/** Undefined where there is no such file. A problem continues a sentence that begins with the file, and quotes nothing of it. */
export function readKubeconfigFile(file: string): Or<KubeconfigFile | undefined> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? { value: undefined } : { problem: `cannot be read (${code ?? "error"})` };
  }
  const config = firstDocument(text);
  return "problem" in config ? config : entriesOf(config.value, path.dirname(path.resolve(file)));
}

/** The parser's message is not passed on: it may quote the text, which holds tokens. */
function firstDocument(text: string): Or<ValueMap> {
  const [first] = splitDocuments(text);
  const { documents, error } = documentsAsKubectl(first?.text ?? "");
  const [config] = documents;
  // A kubeconfig need not name its kind, which is an error elsewhere; only a text that yields nothing is broken.
  if (config === undefined) return error === undefined ? { value: new Map() } : { problem: "is not valid YAML" };
  if (!isMap(config)) return { problem: "is not a map" };
  const kind = stringAt(config, "kind") || "Config";
  const version = stringAt(config, "apiVersion") || "v1";
  return kind === "Config" && version === "v1" ? { value: config } : { problem: `is a ${kind} of ${version}, not a Config of v1` };
}

function entriesOf(config: ValueMap, folder: string): Or<KubeconfigFile> {
  const problems: string[] = [];
  const clusters = named(config, "cluster", problems).map(([name, body]) => clusterEntry(name, body, folder, problems));
  const users = named(config, "user", problems).map(([name, body]) => userEntry(name, body, folder, problems));
  const contexts = named(config, "context", problems).map(([name, body]) => contextEntry(name, body, folder, problems));
  const currentContext = valueAt(config, "current-context") ?? "";
  if (typeof currentContext !== "string") return { problem: "is malformed: current-context is not a string" };
  const [problem] = problems;
  if (problem !== undefined) return { problem: `is malformed: ${problem}` };
  return { value: { clusters, users, contexts, currentContext: currentContext || undefined } };
}

/** The bodies of a list of named entries, such as `clusters`. */
function named(config: Value, key: string, problems: string[]): readonly (readonly [name: string, body: ValueMap])[] {
  const list = valueAt(config, `${key}s`) ?? [];
  if (!isList(list)) {
    problems.push(`${key}s is not a list`);
    return [];
  }
  const names = new Set<string>();
  return list.map((item) => {
    const name = valueAt(item, "name") ?? "";
    const body = valueAt(item, key) ?? new Map<string, Value>();
    if ((item !== null && !isMap(item)) || typeof name !== "string" || !isMap(body)) {
      problems.push(`${key}s holds something else than named entries`);
      return ["", new Map()];
    }
    if (names.has(name)) problems.push(`${key} "${name}" is defined twice`);
    names.add(name);
    return [name, body];
  });
}
