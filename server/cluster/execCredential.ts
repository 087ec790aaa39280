/** What a credential plugin printed. Counterpart in Go: client-go exec.Authenticator.refreshCredsLocked. */
import { parseJson } from "../../shared/fieldpath/json.ts";
import { isMap, stringAt, valueAt } from "../../shared/fieldpath/value.ts";
import type { Or } from "./kubeconfig.ts";

/** Credentials of a plugin. */
export interface Issued {
  readonly token: string;
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
  /** Milliseconds since the epoch; undefined: as long as the process lives. */
  readonly expires: number | undefined;
}

/** The problem never quotes the text: it may hold a token. */
export function issuedBy(text: string, apiVersion: string): Or<Issued> {
  const { value, problem } = parseJson(text);
  if (problem !== undefined) return { problem: "printed no JSON: an ExecCredential was expected" };
  const kind = stringAt(value, "kind") ?? "";
  if (kind !== "ExecCredential") return { problem: `printed ${kind === "" ? "no ExecCredential" : "another kind than ExecCredential"}` };
  const printed = stringAt(value, "apiVersion") ?? "";
  if (printed !== apiVersion) return { problem: `printed version ${printed.slice(0, 60)}, but the kubeconfig asks for ${apiVersion}` };
  if (!isMap(valueAt(value, "status"))) return { problem: "printed no status: no credentials" };
  const token = stringAt(value, "status", "token") ?? "";
  const certificate = stringAt(value, "status", "clientCertificateData") ?? "";
  const key = stringAt(value, "status", "clientKeyData") ?? "";
  if ((certificate === "") !== (key === "")) return { problem: "printed only one of certificate and key" };
  if (token === "" && certificate === "") return { problem: "printed neither a token nor a certificate" };
  const until = stringAt(value, "status", "expirationTimestamp");
  const expires = until === undefined ? undefined : Date.parse(until);
  if (Number.isNaN(expires)) return { problem: "printed an expirationTimestamp that is no time" };
  return { value: { token, certificate, key, expires } };
}
