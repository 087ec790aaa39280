/**
 * Which cluster is meant for which file, and what is said of who applies it: `.field-ownership.yaml` before the settings of its
 * workspace folder; the flags of the command line before both. Until the workspace is trusted neither chooses a kubeconfig or context.
 * Counterpart in kubectl: `--kubeconfig`, `--context`, `--namespace`, `--field-manager`.
 */
import type { ConfiguredApplier } from "../../shared/ownership/applier.ts";
import type { Ignore, Level, Levels } from "../../shared/ownership/snapshot.ts";
import * as evidence from "../../shared/ownership/words/evidence.ts";
import type { Settings } from "../../shared/settings.ts";
import type { ClusterTarget } from "../cluster/ports.ts";
import type { FileRules } from "../files/ruleFiles.ts";
import { isWithin } from "../files/walk.ts";
import type { FolderSettings } from "./model.ts";

export interface Targets {
  /** The target of a file; `rules`: what `.field-ownership.yaml` says of it. One without a path has that of the settings. */
  of(path: string | undefined, rules: FileRules | undefined): ClusterTarget;
  /** What rules and settings say of who applies a file. */
  applier(path: string | undefined, rules: FileRules | undefined): ConfiguredApplier;
  /** The severities that rules and settings choose. */
  levels(path: string | undefined, rules: FileRules | undefined): Levels;
  /** What is to be kept silent today. */
  ignores(rules: FileRules | undefined): readonly Ignore[];
  configure(settings: Settings, folders: readonly FolderSettings[]): void;
  trust(): void;
}

export interface TargetsOptions {
  readonly settings: Settings;
  readonly folders: readonly FolderSettings[];
  /** The settings are flags, which win over what stands in files. */
  readonly flags: boolean;
  readonly trusted: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function createTargets(options: TargetsOptions): Targets {
  let { settings, folders, trusted } = options;

  function settingsOf(path: string | undefined): Settings {
    if (path === undefined) return settings;
    const around = folders.filter((folder) => isWithin(path, folder.path));
    return around.sort((a, b) => b.path.length - a.path.length)[0]?.settings ?? settings;
  }

  const first = <T>(flagOrSetting: T | undefined, rule: T | undefined): T | undefined =>
    options.flags ? (flagOrSetting ?? rule) : (rule ?? flagOrSetting);

  return {
    of(path, rules) {
      const own = settingsOf(path);
      const set = own["cluster.namespace"] || undefined;
      const namespace = first(set, rules?.namespace);
      const origin = namespace !== undefined && namespace !== set ? { namespaceFrom: "path" as const } : {};
      if (!trusted) return { kubeconfig: undefined, context: undefined, namespace, ...origin };
      const context = first(own["cluster.context"] || undefined, rules?.context);
      return { kubeconfig: own["cluster.kubeconfig"] || undefined, context, namespace, ...origin };
    },
    applier(path, rules) {
      const own = configuredBy(settingsOf(path));
      const ruled: ConfiguredApplier = {
        manager: rules?.manager,
        with: rules?.applyWith,
        force: rules?.force,
        partial: rules?.partial,
        evidence: evidence.byRules(rules?.managerPath ?? ""),
      };
      return options.flags ? before(own, ruled) : before(ruled, own);
    },
    levels(path, rules) {
      const chosen = Object.entries(settingsOf(path)["rules.severities"]).filter(([, level]) => isLevel(level));
      return { ...(Object.fromEntries(chosen) as Levels), ...rules?.severities };
    },
    ignores(rules) {
      const today = new Date(options.now()).toISOString().slice(0, 10);
      const holding = (rules?.ignores ?? []).filter(({ until }) => until === undefined || until >= today);
      return holding.map(({ code, field }) => ({ code, field }));
    },
    configure(next, nextFolders) {
      settings = next;
      folders = nextFolders;
    },
    trust() {
      trusted = true;
    },
  };
}

function isLevel(text: string): text is Level {
  return ["error", "warning", "information", "hint", "off"].includes(text);
}

/** Equal for targets that mean the same cluster, user and namespace. */
export function targetId({ kubeconfig, context, namespace }: ClusterTarget): string {
  return [kubeconfig ?? "", context ?? "", namespace ?? ""].join("\n");
}

function configuredBy(settings: Settings): ConfiguredApplier {
  const { "apply.manager": manager, "apply.with": way, "apply.force": force } = settings;
  return {
    manager: manager === "auto" ? undefined : manager,
    with: way === "auto" ? undefined : way,
    force: force === "auto" ? undefined : force === "on",
    partial: undefined,
    evidence: evidence.configured,
  };
}

/** What the first leaves open the second says. */
function before(first: ConfiguredApplier, second: ConfiguredApplier): ConfiguredApplier {
  return {
    manager: first.manager ?? second.manager,
    with: first.with ?? second.with,
    force: first.force ?? second.force,
    partial: first.partial ?? second.partial,
    evidence: first.manager === undefined ? second.evidence : first.evidence,
  };
}
