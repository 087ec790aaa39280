/** What targets mean, with each kubeconfig read again when one of its files changed. Without any the pod's service account is meant. */
import { statSync } from "node:fs";
import { inClusterConfig } from "./inCluster.ts";
import { type Kubeconfig, kubeconfigFiles, type Or, type ResolvedTarget, readKubeconfig, resolveTarget } from "./kubeconfig.ts";
import type { ClusterTarget, TargetDescription } from "./ports.ts";

export interface Kubeconfigs {
  resolve(target: ClusterTarget): Or<ResolvedTarget>;
  describe(target: ClusterTarget): TargetDescription;
}

/** The process's surroundings. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where a pod finds its service account. */
  readonly serviceAccount: string;
}

interface Known {
  readonly stamp: string;
  readonly read: Or<Kubeconfig>;
}

/** More than anybody works with at a time. */
const mostKnown = 16;

export function createKubeconfigs(surroundings: Surroundings): Kubeconfigs {
  const known = new Map<string, Known>();

  function read(files: readonly string[]): Or<Kubeconfig> {
    const id = files.join("\n");
    const stamp = files.map(stampOf).join("\n");
    const last = known.get(id);
    if (last?.stamp === stamp) return last.read;
    const fresh = readKubeconfig(files);
    known.delete(id);
    known.set(id, { stamp, read: fresh });
    const [oldest] = known.keys();
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
    return fresh;
  }

  function find(target: ClusterTarget): Or<{ readonly config: Kubeconfig; readonly resolved: ResolvedTarget }> {
    const files = kubeconfigFiles(target.kubeconfig, surroundings.env);
    const config = read(files);
    if ("problem" in config) return config;
    const pod = target.kubeconfig === undefined && isEmpty(config.value) ? inClusterConfig(surroundings, target) : undefined;
    if (pod !== undefined) return pod;
    const resolved = resolveTarget(config.value, target, files);
    return "problem" in resolved ? resolved : { value: { config: config.value, resolved: resolved.value } };
  }

  return {
    resolve(target) {
      const found = find(target);
      return "problem" in found ? found : { value: found.value.resolved };
    },
    describe(target) {
      const found = find(target);
      if ("problem" in found) return found;
      const { config, resolved } = found.value;
      const { context, namespace, namespaceFrom, cluster, user } = resolved;
      const executes = user?.exec?.command || undefined;
      return { context, cluster: cluster.name, server: cluster.server, namespace, namespaceFrom, contexts: config.contexts.size, executes };
    },
  };
}

function isEmpty({ clusters, users, contexts, currentContext }: Kubeconfig): boolean {
  return clusters.size === 0 && users.size === 0 && contexts.size === 0 && currentContext === undefined;
}

/** Changes when the file does. */
function stampOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "";
  }
}
