/** Kubeconfig files and what they mean, for us and for kubectl alike. */

export interface KubeconfigCase {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** The elements of KUBECONFIG: files of the case, or as they stand where there is no such file. */
  readonly list: readonly string[];
  /** A line for each context: `*` for the current one, name, server, namespace, and what else its cluster and user say. */
  readonly means?: readonly string[];
  /** Our words where kubectl refuses. */
  readonly refused?: RegExp;
}

const a = `apiVersion: v1
kind: Config
clusters:
- name: shared
  cluster: {server: "https://a.example.test:6443", certificate-authority: pki/ca.pem}
contexts:
- name: from-a
  context: {cluster: shared, user: ua, namespace: ns-a}
users:
- name: ua
  user: {token: tok-a}
`;
const b = `apiVersion: v1
kind: Config
current-context: from-b
clusters:
- name: shared
  cluster: {server: "https://b.example.test:6443", insecure-skip-tls-verify: true}
- name: only-b
  cluster: {server: "https://10.0.0.9:6443"}
contexts:
- name: from-b
  context: {cluster: only-b, user: ub}
- name: from-a
  context: {cluster: only-b, user: ub, namespace: ns-b}
users:
- name: ub
  user: {token: tok-b}
`;
const ab = { "a/config": a, "b/config": b };
const fromA = "  from-a https://a.example.test:6443 ns-a token=tok-a authority=a/pki/ca.pem";
const fromB = "* from-b https://10.0.0.9:6443 default token=tok-b";
const bAlone = ["  from-a https://10.0.0.9:6443 ns-b token=tok-b", fromB];

const one = (text: string): Pick<KubeconfigCase, "files" | "list"> => ({ files: { config: text }, list: ["config"] });
const small = `current-context: x
contexts: [{name: x, context: {cluster: c, user: u}}]
clusters: [{name: c, cluster: {server: "https://x"}}]
users: [{name: u, user: {token: t}}]
`;
const smallMeans = ["* x https://x default token=t"];

export const kubeconfigCases: readonly KubeconfigCase[] = [
  { name: "several files, one missing", files: ab, list: ["a/config", "b/config", "/missing"], means: [fromA, fromB] },
  { name: "empty elements", files: ab, list: ["", "b/config", ""], means: bAlone },
  { name: "a file named twice", files: ab, list: ["b/config", "b/config", "a/config"], means: bAlone },
  { name: "a tilde is not expanded", files: ab, list: ["~/x", "b/config"], means: bAlone },
  { name: "only empty elements", files: {}, list: ["", ""], means: [] },
  { name: "only missing files", files: {}, list: ["/missing"], means: [] },
  {
    name: "a broken second file",
    files: { ...ab, bad: "clusters: [\n  token: secret-word" },
    list: ["a/config", "bad"],
    refused: /bad is not valid YAML$/,
  },
  { name: "a byte order mark", ...one(`\uFEFF${small}`), means: smallMeans },
  { name: "carriage returns", ...one(small.replaceAll("\n", "\r\n")), means: smallMeans },
  {
    name: "JSON",
    ...one(
      '{"current-context":"x","contexts":[{"name":"x","context":{"cluster":"c"}}],"clusters":[{"name":"c","cluster":{"server":"https://x"}}]}',
    ),
    means: ["* x https://x default"],
  },
  { name: "a second document", ...one(`${small}---\ncurrent-context: z\n`), means: smallMeans },
  { name: "a broken second document", ...one(`${small}---\n{{{{\n`), means: smallMeans },
  { name: "a broken first document", ...one(`a: [\n---\n${small}`), refused: /is not valid YAML$/ },
  { name: "an empty first document", ...one(`---\n---\n${small}`), means: [] },
  { name: "a separator at the start", ...one(`---\n${small}`), means: smallMeans },
  { name: "an empty file", ...one(""), means: [] },
  {
    name: "the first current-context",
    files: { "1": "current-context: x\n", "2": "current-context: z\n", "3": small },
    list: ["1", "2", "3"],
    means: smallMeans,
  },
  { name: "unknown fields", ...one(`foo: 1\n${small}`), means: smallMeans },
  { name: "lists that are null", ...one("clusters: null\nusers: [null]\n"), means: [] },
  { name: "a list", ...one("- a\n"), refused: /is not valid YAML$/ },
  { name: "a scalar", ...one("hello\n"), refused: /is not valid YAML$/ },
  { name: "another kind", ...one("kind: Pod\napiVersion: v1\n"), refused: /is a Pod of v1, not a Config of v1/ },
  { name: "another version", ...one("kind: Config\napiVersion: v2\n"), refused: /is a Config of v2, not a Config of v1/ },
  { name: "a user twice in one file", ...one("users: [{name: u, user: {}}, {name: u, user: {}}]\n"), refused: /user "u" is defined twice/ },
  { name: "a cluster twice in one file", ...one("clusters: [{name: c}, {name: c}]\n"), refused: /cluster "c" is defined twice/ },
  { name: "a map of clusters", ...one("clusters: {}\n"), refused: /clusters is not a list/ },
  { name: "a user that is a number", ...one("users: [5]\n"), refused: /users holds something else than named entries/ },
  { name: "a name that is a number", ...one("users: [{name: 5, user: {}}]\n"), refused: /users holds something else than named entries/ },
  { name: "a token that is a number", ...one("users: [{name: u, user: {token: 123}}]\n"), refused: /token of user "u" is not a string/ },
  {
    name: "a namespace that is a number",
    ...one("contexts: [{name: x, context: {namespace: 1}}]\n"),
    refused: /namespace of context "x" is not a string/,
  },
  {
    name: "a flag that is a text",
    ...one('clusters: [{name: c, cluster: {insecure-skip-tls-verify: "yes"}}]\n'),
    refused: /insecure-skip-tls-verify of cluster "c" is not true or false/,
  },
  {
    name: "groups that are numbers",
    ...one("users: [{name: u, user: {as: x, as-groups: [1]}}]\n"),
    refused: /as-groups of user "u" holds something else than strings/,
  },
  {
    name: "extra that is a text",
    ...one("users: [{name: u, user: {as: x, as-user-extra: {k: v}}}]\n"),
    refused: /k of as-user-extra of user "u" is not a list/,
  },
  {
    name: "data that is not base64",
    ...one('users: [{name: u, user: {client-key-data: "a b"}}]\n'),
    refused: /client-key-data of user "u" is not base64/,
  },
  { name: "a folder in place of a file", files: { "config/x": "" }, list: ["config"], refused: /cannot be read \(EISDIR\)/ },
  {
    name: "relative files and commands",
    files: {
      "sub/config": `contexts: [{name: x, context: {cluster: c, user: u}}, {name: z, context: {cluster: c, user: v}}]
clusters: [{name: c, cluster: {server: "https://x", certificate-authority: ../ca.pem}}]
users:
- {name: u, user: {tokenFile: ./token, exec: {apiVersion: client.authentication.k8s.io/v1, command: ./plugin}}}
- {name: v, user: {client-certificate: c.pem, client-key: /k.pem, exec: {apiVersion: client.authentication.k8s.io/v1, command: plugin}}}
`,
    },
    list: ["sub/config"],
    means: [
      "  x https://x default authority=ca.pem tokenFile=sub/token command=sub/plugin",
      "  z https://x default authority=ca.pem certificate=sub/c.pem key=/k.pem command=plugin",
    ],
  },
];
