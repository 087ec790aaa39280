/** What the settings `fieldOwnership.*` may hold. */
export interface Settings {
  readonly "apply.manager": string;
  readonly "apply.with": "auto" | "server-side" | "client-side" | "helm3";
  readonly "apply.force": "auto" | "on" | "off";
  readonly "live.files": readonly string[];
  readonly "cluster.connect": "ask" | "auto" | "off";
  readonly "cluster.kubeconfig": string;
  readonly "cluster.context": string;
  readonly "cluster.namespace": string;
  readonly "verify.onSave": boolean;
  readonly "rules.severities": Readonly<Record<string, string>>;
}

export interface Setting<T> {
  readonly default: T;
  /** Markdown, shown in the settings editor. */
  readonly description: string;
  readonly values?: readonly T[];
  /** The workspace may not choose it until it is trusted. */
  readonly restricted?: true;
  /** `application`: no workspace may choose it, trusted or not. `resource`: each folder of a workspace may choose its own. */
  readonly scope?: "application" | "resource";
}

/** Every setting with its default; `contributes.configuration` of package.json is generated from it. */
export const settings: { readonly [Name in keyof Settings]: Setting<Settings[Name]> } = {
  "apply.manager": {
    default: "auto",
    scope: "resource",
    description:
      "The field manager that applies your manifests, for example `kubectl` or `team-cd`. `auto`: found out per object from its managed fields. A comment `# field-manager: NAME` in the file wins, then `.field-ownership.yaml`.",
  },
  "apply.with": {
    default: "auto",
    values: ["auto", "server-side", "client-side", "helm3"],
    scope: "resource",
    description:
      "How your manifests are applied. `auto`: found out per object. A comment `# apply-with: client-side` in the file wins, then `.field-ownership.yaml`.",
  },
  "apply.force": {
    default: "auto",
    values: ["auto", "on", "off"],
    scope: "resource",
    description: "Whether whoever applies forces conflicts. `auto`: as the deployer is known to do.",
  },
  "live.files": {
    default: [],
    description:
      "Saved live objects (`kubectl get … -o yaml --show-managed-fields`) to compare with: globs, relative to the workspace folder. A saved object wins over the cluster's.",
  },
  "cluster.connect": {
    default: "ask",
    values: ["ask", "auto", "off"],
    restricted: true,
    scope: "application",
    description:
      'When live objects are read from the clusters of your kubeconfig, in trusted workspaces. `ask`: once you ran "Connect to Cluster" for a context; it is remembered on this machine until the context means another server. `auto`: for every context, unasked. `off`: never.',
  },
  "cluster.kubeconfig": {
    default: "",
    restricted: true,
    scope: "resource",
    description: "Path of the kubeconfig. Empty: found as kubectl finds it (`KUBECONFIG`, then `~/.kube/config`).",
  },
  "cluster.context": {
    default: "",
    restricted: true,
    scope: "resource",
    description: "Context of the kubeconfig. Empty: its current context. A path in `.field-ownership.yaml` may name another.",
  },
  "cluster.namespace": {
    default: "",
    restricted: true,
    scope: "resource",
    description: "Namespace of objects that name none. Empty: the context's. A path in `.field-ownership.yaml` may name another.",
  },
  "verify.onSave": {
    default: false,
    restricted: true,
    scope: "application",
    description:
      "At each save, have the cluster check the objects of the file: a server-side apply with `dryRun=All`, which changes nothing. Needs the right to `patch` them. The lens above each object tells how it came out.",
  },
  "rules.severities": {
    default: {},
    scope: "resource",
    description:
      'How findings are shown, by their code: `{"apply-conflict": "warning"}`. One of `error`, `warning`, `information`, `hint`, `off`; a code that is not named keeps its own. `.field-ownership.yaml` may say otherwise of its paths.',
  },
};
