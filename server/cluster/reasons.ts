/** Why a server cannot be reached, in words a person understands, and what to do. Node's and OpenSSL's codes stay inside. */
import { STATUS_CODES } from "node:http";
import { isIP } from "node:net";

/** What the words name. */
export interface Named {
  /** Address of the server. */
  readonly server: URL;
  /** The one between us and the server. */
  readonly proxy: URL | undefined;
  /** Name of the cluster entry in the kubeconfig. */
  readonly cluster: string;
  /** Name of the user entry. */
  readonly user: string;
}

export function reasonOf(error: unknown, named: Named): string {
  const cause = causeOf(error);
  const words = (named.proxy && proxyWords(cause, named.proxy)) ?? wordsFor(cause, named);
  if (words !== undefined) return words;
  return (cause.message ?? "").trim().split("\n", 1)[0]?.slice(0, 300) || cause.code || "unknown reason";
}

interface NodeError {
  readonly code?: string;
  readonly message?: string;
  /** The name that a certificate was expected to hold. */
  readonly host?: string;
  readonly cert?: { readonly subjectaltname?: string };
}

/** The error itself, or the first of those that trying several addresses collected. */
function causeOf(error: unknown): NodeError {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0]);
  if (error instanceof Error && error.cause instanceof Error) return causeOf(error.cause);
  return error as NodeError;
}

/** What the libraries for proxies say by their messages alone: there is no code, or another host is meant. Undefined: the server is meant. */
function proxyWords({ code = "", message = "" }: NodeError, { host }: URL): string | undefined {
  const status = /^Bad response: (\d+)$/.exec(message)?.[1];
  if (status !== undefined) {
    const advice = status === "407" ? ": put user and password into its address" : "";
    return `the proxy ${host} answered ${status} ${STATUS_CODES[status] ?? ""}${advice}`;
  }
  const said = proxyMessages.find(([part]) => code === part || message.includes(part));
  return said && `the proxy ${host} ${said[1]}`;
}

/** Behind a proxy only its own address is looked up and connected to. */
const proxyMessages: readonly (readonly [part: string, words: string])[] = [
  ["ECONNREFUSED", "refuses connections"],
  ["ENOTFOUND", "is an unknown host"],
  ["EAI_AGAIN", "cannot be looked up now: is this computer online?"],
  ["ETIMEDOUT", "does not answer"],
  ["EHOSTUNREACH", "cannot be reached"],
  ["ENETUNREACH", "cannot be reached"],
  ["Proxy timeout", "does not answer"],
  ["Proxy connection timed out", "does not answer"],
  ["Socket closed", "closed the connection"],
  ["no accepted authentication type", "wants a user and password: put them into its address"],
  ["Socks5 Authentication failed", "does not accept user and password"],
  ["rejected connection - NotAllowed", "does not allow this connection"],
  ["rejected connection - NetworkUnreachable", "has no way to the network"],
  ["rejected connection - HostUnreachable", "cannot reach the host"],
  ["rejected connection - ConnectionRefused", "says that the server refuses connections"],
  ["rejected connection - TTLExpired", "found no way to the host in time"],
  ["rejected connection", "refuses this connection"],
  ["Received invalid Socks5", "does not speak SOCKS5"],
];

function wordsFor({ code, message = "", host, cert }: NodeError, { server, proxy, cluster, user }: Named): string | undefined {
  const its = proxy?.protocol === "https:" ? "its or its proxy's" : "its";
  switch (code) {
    case "ECONNREFUSED":
      return "connection refused: is the cluster running, and its address right?";
    case "ENOTFOUND":
      return `unknown host ${server.hostname}: is the address right, and a VPN needed?`;
    case "EAI_AGAIN":
      return `the name ${server.hostname} cannot be looked up now: is this computer online?`;
    case "ETIMEDOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return "no way to the host: is a VPN needed?";
    case "ECONNRESET":
    case "EPIPE":
      return `the connection was cut${server.protocol === "http:" ? `: is server of cluster "${cluster}" meant to be https://${server.host}?` : ""}`;
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "CERT_SIGNATURE_FAILURE":
    case "INVALID_CA":
      return `${its} certificate is signed by an unknown authority: check certificate-authority of cluster "${cluster}"`;
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `${its} certificate is not for ${host ?? server.hostname} but for ${namesOf(cert?.subjectaltname)}: check server and tls-server-name of cluster "${cluster}"`;
    case "CERT_HAS_EXPIRED":
      return `${its} certificate expired: renew it, or check this computer's clock`;
    case "CERT_NOT_YET_VALID":
      return `${its} certificate is not valid yet: check this computer's clock`;
  }
  // OpenSSL's own words; which code they come with differs between versions of Node.
  if (/wrong version number|packet length too long|http request/.test(message)) {
    return `it does not speak TLS: is server of cluster "${cluster}" meant to be http://${server.host}?`;
  }
  const alert = /alert[ _](?:number|certificate|[a-z ]+)/i.exec(message)?.[0];
  return alert && `it refused the TLS connection (${alert}): check client-certificate of user "${user}"`;
}

function namesOf(list: string | undefined): string {
  const names = (list ?? "")
    .split(", ")
    .map((name) => name.replace(/^(DNS|IP Address):/, ""))
    .filter((name) => name !== "");
  if (names.length === 0) return "no name";
  const known = names.filter((name) => isIP(name) === 0 || names.length < 4);
  return (known.length > 0 ? known : names).slice(0, 5).join(", ");
}
