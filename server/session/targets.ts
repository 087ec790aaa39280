/** Which cluster is meant for which file. Counterpart in kubectl: `--kubeconfig`, `--context` and `--namespace`. */
import type { Settings } from "../../shared/settings.ts";
import type { ClusterTarget } from "../cluster/ports.ts";

export interface Targets {
  /** The target of a file; one without a path has that of the settings. */
  of(path: string | undefined): ClusterTarget;
  configure(settings: Settings): void;
}

export function createTargets(initial: Settings): Targets {
  let target = targetOf(initial);
  return {
    of: () => target,
    configure(settings) {
      target = targetOf(settings);
    },
  };
}

/** Equal for targets that mean the same cluster, user and namespace. */
export function targetId({ kubeconfig, context, namespace }: ClusterTarget): string {
  return [kubeconfig ?? "", context ?? "", namespace ?? ""].join("\n");
}

function targetOf(settings: Settings): ClusterTarget {
  return {
    kubeconfig: settings["cluster.kubeconfig"] || undefined,
    context: settings["cluster.context"] || undefined,
    namespace: settings["cluster.namespace"] || undefined,
  };
}
