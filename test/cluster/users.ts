/** Who may ask the test server what: the token file, the kubeconfig's contexts and the roles of those who only read. */

/** Contexts of the kubeconfig, and the users behind them. */
export const contexts = {
  /** May do all. */
  admin: { user: "admin", groups: "system:masters", known: true },
  /** May get, list and watch everything, and change nothing. */
  reader: { user: "reader", groups: "readers", known: true },
  /** May get everything, and neither list nor watch. */
  getter: { user: "getter", groups: "getters", known: true },
  /** May get and watch everything, and not list. */
  watcher: { user: "watcher", groups: "watchers", known: true },
  /** Known, with no rights but what every authenticated user has (discovery, OpenAPI). */
  nobody: { user: "nobody", groups: "strangers", known: true },
  /** Has a token that the server does not know. */
  signedOut: { user: "signed-out", groups: "", known: false },
} as const;

export const tokenOf = (user: string): string => `${user}-token`;

/** For `--token-auth-file`: token, user, uid, groups. */
export const tokensFile: string = Object.values(contexts)
  .filter((context) => context.known)
  .map((context, index) => `${tokenOf(context.user)},${context.user},${index + 1},${context.groups}\n`)
  .join("");

/** JSON is YAML. Besides the contexts above, `closed` names port 1, where nothing listens. */
export function kubeconfigText(server: { readonly url: string; readonly authority: string }): string {
  const cluster = (name: string, url: string): object => ({ name, cluster: { server: url, "certificate-authority": server.authority } });
  const context = (name: string, to: string, user: string): object => ({ name, context: { cluster: to, user, namespace: "default" } });
  return JSON.stringify(
    {
      apiVersion: "v1",
      kind: "Config",
      clusters: [cluster("test", server.url), cluster("closed", "https://127.0.0.1:1")],
      users: Object.values(contexts).map(({ user }) => ({ name: user, user: { token: tokenOf(user) } })),
      contexts: [
        ...Object.entries(contexts).map(([name, { user }]) => context(name, "test", user)),
        context("closed", "closed", contexts.admin.user),
      ],
      "current-context": "admin",
    },
    undefined,
    2,
  );
}

export const readOnlyRoles: readonly object[] = [
  ...roleOf("read-only", contexts.reader.groups, ["get", "list", "watch"]),
  ...roleOf("get-only", contexts.getter.groups, ["get"]),
  ...roleOf("get-and-watch", contexts.watcher.groups, ["get", "watch"]),
];

function roleOf(name: string, group: string, verbs: readonly string[]): readonly object[] {
  return [
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name },
      rules: [{ apiGroups: ["*"], resources: ["*"], verbs }],
    },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: group }],
    },
  ];
}
