/** Cluster and user entries, and what a request with them carries, from us and from kubectl alike. */
import { readFileSync } from "node:fs";
import { certificateFile, dataFile } from "./apiServer.ts";

export interface CredentialCase {
  readonly name: string;
  /** Added to a cluster that trusts the server's certificate; null takes a field away. `HOST` stands for the server's host and port. */
  readonly cluster?: object;
  readonly user?: object;
  /** Beside the kubeconfig; those that begin with `#!` are programs. */
  readonly files?: Readonly<Record<string, string>>;
  /** What of the request says who asks. */
  readonly sent?: Readonly<Record<string, string>>;
  /** Our words where neither asks. */
  readonly refused?: RegExp;
}

const group = "client.authentication.k8s.io";

/** A plugin that prints this status. */
export function plugin(status: object, version = "v1"): string {
  const credential = JSON.stringify({ apiVersion: `${group}/${version}`, kind: "ExecCredential", status });
  return `#!/bin/sh\ncat <<'END'\n${credential}\nEND\n`;
}

export function exec(more: object = {}): object {
  return { exec: { apiVersion: `${group}/v1`, command: "./plugin", interactiveMode: "Never", ...more } };
}

const base64 = (file: string): string => readFileSync(file).toString("base64");
const clientA = { "client-certificate": dataFile("clientA.crt.pem"), "client-key": dataFile("client.key.pem") };
const clientAData = {
  "client-certificate-data": base64(dataFile("clientA.crt.pem")),
  "client-key-data": base64(dataFile("client.key.pem")),
};
const pluginCertificate = {
  clientCertificateData: readFileSync(dataFile("clientB.crt.pem"), "utf8"),
  clientKeyData: readFileSync(dataFile("client.key.pem"), "utf8"),
};
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

const ofUsers: readonly CredentialCase[] = [
  { name: "a token", user: { token: "t0" }, sent: bearer("t0") },
  { name: "a token file beside the kubeconfig", user: { tokenFile: "tok" }, files: { tok: " from-file\n" }, sent: bearer("from-file") },
  { name: "a token file wins", user: { token: "t0", tokenFile: "tok" }, files: { tok: "from-file" }, sent: bearer("from-file") },
  { name: "a token stands in for its file", user: { token: "t0", tokenFile: "gone" }, sent: bearer("t0") },
  { name: "a missing token file", user: { tokenFile: "gone" }, refused: /\/gone does not exist$/ },
  { name: "an empty token file", user: { tokenFile: "tok" }, files: { tok: "\n" }, refused: /tok, the token file of user "u", is empty/ },
  { name: "a name and password", user: { username: "me", password: "pass" }, sent: { authorization: "Basic bWU6cGFzcw==" } },
  { name: "a token and a password", user: { token: "t", username: "me", password: "p" }, refused: /a token and a user name/ },
  { name: "a client certificate", user: clientA, sent: { client: "client a" } },
  { name: "a client certificate inline", user: clientAData, sent: { client: "client a" } },
  { name: "a client certificate and a token", user: { ...clientA, token: "t" }, sent: { client: "client a", ...bearer("t") } },
  { name: "a certificate twice", user: { ...clientA, ...clientAData }, refused: /keep one of both/ },
  { name: "a certificate without key", user: { "client-certificate": clientA["client-certificate"] }, refused: /no client-key/ },
  { name: "a key without certificate", user: { "client-key": clientA["client-key"] }, refused: /no client-certificate/ },
  { name: "a missing certificate", user: { ...clientA, "client-certificate": "gone.pem" }, refused: /gone\.pem does not exist/ },
  {
    name: "a certificate of another key",
    user: { ...clientA, "client-certificate": certificateFile },
    refused: /user "u" cannot be used: .*another key/,
  },
  {
    name: "a certificate that is none",
    user: { ...clientA, "client-certificate": "x" },
    files: { x: "hello" },
    refused: /user "u" cannot be used: no PEM text/,
  },
  {
    name: "impersonation",
    user: {
      token: "t",
      as: "jane",
      "as-uid": "7",
      "as-groups": ["dev", "a b"],
      "as-user-extra": { scopes: ["x", "y"], "acme.com/é%": ["z"] },
    },
    sent: {
      ...bearer("t"),
      "impersonate-user": "jane",
      "impersonate-uid": "7",
      "impersonate-group": "dev, a b",
      "impersonate-extra-scopes": "x, y",
      "impersonate-extra-acme.com%2f%c3%a9%25": "z",
    },
  },
  { name: "groups of nobody", user: { token: "t", "as-groups": ["dev"] }, refused: /without a user \(as\)/ },
  {
    name: "auth-provider gcp",
    user: { "auth-provider": { name: "gcp" } },
    refused: /kubectl removed: use the exec plugin gke-gcloud-auth-plugin/,
  },
  { name: "auth-provider azure", user: { "auth-provider": { name: "azure" } }, refused: /kubectl removed: use the exec plugin kubelogin/ },
  { name: "an unknown auth-provider", user: { "auth-provider": { name: "other" } }, refused: /"other", which kubectl does not know/ },
  { name: "an OIDC token", user: oidc(4_000_000_000), sent: bearer(idToken(4_000_000_000)) },
  { name: "an OIDC token that ran out", user: oidc(1_000_000_000), refused: /id-token of user "u" .* ran out: run any kubectl command/ },
];

const ofClusters: readonly CredentialCase[] = [
  {
    name: "an address without https",
    cluster: { server: "HOST" },
    user: { token: "t" },
    refused: /the connection was cut: is server of cluster "c" meant to be https:/,
  },
  { name: "no address", cluster: { server: "" }, refused: /has no server address/ },
  { name: "an address of another kind", cluster: { server: "ftp://HOST" }, refused: /no valid server address/ },
  {
    name: "an unknown authority",
    cluster: { "certificate-authority": null },
    refused: /unknown authority: check certificate-authority of cluster "c"/,
  },
  {
    name: "no check",
    cluster: { "certificate-authority": null, "insecure-skip-tls-verify": true },
    user: { token: "t" },
    sent: bearer("t"),
  },
  {
    name: "no check with an authority",
    cluster: { "insecure-skip-tls-verify": true },
    refused: /insecure-skip-tls-verify and a certificate authority/,
  },
  { name: "an authority twice", cluster: { "certificate-authority-data": base64(certificateFile) }, refused: /keep one of both/ },
  { name: "a missing authority", cluster: { "certificate-authority": "gone.pem" }, refused: /\/gone\.pem does not exist/ },
  {
    name: "an authority that is none",
    cluster: { "certificate-authority": "x" },
    files: { x: "hello" },
    refused: /certificate-authority of cluster "c" cannot be used: no PEM text/,
  },
  { name: "another name in the certificate", cluster: { "tls-server-name": "localhost" }, user: { token: "t" }, sent: bearer("t") },
  {
    name: "a name that is not in the certificate",
    cluster: { "tls-server-name": "other.example" },
    refused: /certificate is not for .*other\.example/,
  },
  { name: "a proxy of an unknown kind", cluster: { "proxy-url": "ftp://proxy:1" }, refused: /proxy-url of cluster "c" is no http:/ },
];

const ofPlugins: readonly CredentialCase[] = [
  { name: "a plugin's token", user: exec(), files: { plugin: plugin({ token: "p" }) }, sent: bearer("p") },
  { name: "a plugin's certificate", user: exec(), files: { plugin: plugin(pluginCertificate) }, sent: { client: "client b" } },
  { name: "a token wins over a plugin's", user: { token: "t", ...exec() }, files: { plugin: plugin({ token: "p" }) }, sent: bearer("t") },
  {
    name: "arguments and environment",
    user: exec({ args: ["a b", "$HOME"], env: [{ name: "MINE", value: "m" }] }),
    files: { plugin: `#!/bin/sh\necho '{"apiVersion":"${group}/v1","kind":"ExecCredential","status":{"token":"'"$#-$1-$2-$MINE"'"}}'\n` },
    sent: bearer("2-a b-$HOME-m"),
  },
  {
    name: "stdin is closed",
    user: exec({ interactiveMode: "IfAvailable" }),
    files: { plugin: `#!/bin/sh\ncat >/dev/null\n${plugin({ token: "p" }).slice(10)}` },
    sent: bearer("p"),
  },
  {
    name: "v1beta1 needs no interactiveMode",
    user: exec({ apiVersion: `${group}/v1beta1`, interactiveMode: null }),
    files: { plugin: plugin({ token: "p" }, "v1beta1") },
    sent: bearer("p"),
  },
  {
    name: "v1 needs one",
    user: exec({ interactiveMode: null }),
    files: { plugin: plugin({ token: "p" }) },
    refused: /without interactiveMode/,
  },
  {
    name: "an unknown one",
    user: exec({ interactiveMode: "Sometimes" }),
    files: { plugin: plugin({ token: "p" }) },
    refused: /unknown interactiveMode "Sometimes"/,
  },
  {
    name: "a plugin that needs a terminal",
    user: exec({ interactiveMode: "Always" }),
    files: { plugin: plugin({ token: "p" }) },
    refused: /\/plugin with interactiveMode Always, which needs a terminal/,
  },
  {
    name: "v1alpha1",
    user: exec({ apiVersion: `${group}/v1alpha1` }),
    files: { plugin: plugin({ token: "p" }, "v1alpha1") },
    refused: /v1alpha1, which kubectl removed/,
  },
  {
    name: "an unknown version",
    user: exec({ apiVersion: "other/v1" }),
    files: { plugin: plugin({ token: "p" }) },
    refused: /unknown apiVersion "other\/v1"/,
  },
  { name: "no version", user: exec({ apiVersion: "" }), files: { plugin: plugin({ token: "p" }) }, refused: /without apiVersion/ },
  { name: "no command", user: exec({ command: "" }), refused: /without command/ },
  {
    name: "a plugin and an auth-provider",
    user: { ...exec(), "auth-provider": { name: "oidc" } },
    refused: /an auth-provider and an exec plugin/,
  },
  {
    name: "another version printed",
    user: exec(),
    files: { plugin: plugin({ token: "p" }, "v1beta1") },
    refused: /printed version client.authentication.k8s.io\/v1beta1, but/,
  },
  {
    name: "no status",
    user: exec(),
    files: { plugin: `#!/bin/sh\necho '{"apiVersion":"${group}/v1","kind":"ExecCredential"}'\n` },
    refused: /printed no status/,
  },
  { name: "nothing in the status", user: exec(), files: { plugin: plugin({}) }, refused: /neither a token nor a certificate/ },
  {
    name: "half a certificate",
    user: exec(),
    files: { plugin: plugin({ ...pluginCertificate, clientKeyData: "" }) },
    refused: /only one of certificate and key/,
  },
  {
    name: "a certificate that is none",
    user: exec(),
    files: { plugin: plugin({ clientCertificateData: "x", clientKeyData: "y" }) },
    refused: /cannot be used/,
  },
  { name: "no JSON", user: exec(), files: { plugin: "#!/bin/sh\necho tok-secret\n" }, refused: /printed no JSON/ },
  {
    name: "another kind",
    user: exec(),
    files: { plugin: `#!/bin/sh\necho '{"apiVersion":"${group}/v1","kind":"Pod"}'\n` },
    refused: /another kind than ExecCredential/,
  },
  {
    name: "a time that is none",
    user: exec(),
    files: { plugin: plugin({ token: "p", expirationTimestamp: "soon" }) },
    refused: /expirationTimestamp that is no time/,
  },
  {
    name: "a plugin that is not installed",
    user: exec({ command: "no-such-plugin", installHint: "install it from your platform page" }),
    refused:
      /exec plugin no-such-plugin of user "u" was not found in PATH \(.*\): install it, .* may lack the shell's PATH\. Its install hint: install it from your platform page$/,
  },
  {
    name: "a plugin that is not there",
    user: exec({ command: "./gone" }),
    refused: /\/gone of user "u" does not exist: install it, or correct exec\.command/,
  },
  { name: "a plugin that may not run", user: exec(), files: { plugin: "hello" }, refused: /\/plugin of user "u" is not executable/ },
  {
    name: "a plugin that fails",
    user: exec(),
    files: { plugin: "#!/bin/sh\nprintf '\\033[31mlogin first\\033[0m\\ntoken: abc123\\n' >&2\nexit 3\n" },
    refused: /\/plugin of user "u" ended with code 3: login first token: \[hidden\]$/,
  },
];

export const credentialCases: readonly CredentialCase[] = [...ofUsers, ...ofClusters, ...ofPlugins];

function idToken(expires: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ exp: expires })}.sig`;
}

function oidc(expires: number): object {
  const config = { "idp-issuer-url": "https://127.0.0.1:1", "client-id": "c", "id-token": idToken(expires) };
  return { "auth-provider": { name: "oidc", config } };
}
