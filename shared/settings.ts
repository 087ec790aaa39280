/** What the settings `fieldOwnership.*` may hold. */
export interface Settings {
  readonly "apply.manager": string;
  readonly "apply.with": "auto" | "server-side" | "client-side" | "helm3";
  readonly "apply.force": "auto" | "on" | "off";
  readonly "live.files": readonly string[];
  readonly "cluster.enabled": boolean;
  readonly "cluster.kubeconfig": string;
  readonly "cluster.context": string;
  readonly "cluster.namespace": string;
}

export interface Setting<T> {
  readonly default: T;
  /** Markdown, shown in the settings editor. */
  readonly description: string;
  readonly values?: readonly T[];
  /** The workspace may not choose it until it is trusted. */
  readonly restricted?: true;
}

/** Every setting with its default; `contributes.configuration` of package.json is generated from it. */
export const settings: { readonly [Name in keyof Settings]: Setting<Settings[Name]> } = {
  "apply.manager": {
    default: "auto",
    description:
      "The field manager that applies your manifests, for example `kubectl` or `team-cd`. `auto`: found out per object from its managed fields. A comment `# field-manager: NAME` in the file wins.",
  },
  "apply.with": {
    default: "auto",
    values: ["auto", "server-side", "client-side", "helm3"],
    description: "How your manifests are applied. `auto`: found out per object. A comment `# apply-with: client-side` in the file wins.",
  },
  "apply.force": {
    default: "auto",
    values: ["auto", "on", "off"],
    description: "Whether whoever applies forces conflicts. `auto`: as the deployer is known to do.",
  },
  "live.files": {
    default: [],
    description:
      "Saved live objects (`kubectl get … -o yaml --show-managed-fields`) to compare with: globs, relative to the workspace folder. A saved object wins over the cluster's.",
  },
  "cluster.enabled": {
    default: true,
    restricted: true,
    description: "Read live objects from the cluster of your kubeconfig: reads only, and only in trusted workspaces.",
  },
  "cluster.kubeconfig": {
    default: "",
    restricted: true,
    description: "Path of the kubeconfig. Empty: found as kubectl finds it (`KUBECONFIG`, then `~/.kube/config`).",
  },
  "cluster.context": { default: "", restricted: true, description: "Context of the kubeconfig. Empty: its current context." },
  "cluster.namespace": { default: "", restricted: true, description: "Namespace of objects that name none. Empty: the context's." },
};
