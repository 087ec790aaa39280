/** A credential case set up: its kubeconfig beside its files, and a server that says what it was sent. */
import { type ApiServer, certificateFile, kubeconfigOf } from "./apiServer.ts";
import type { CredentialCase } from "./credentialCases.ts";
import { folderWith } from "./folder.ts";

/** Writes the case's files; returns the kubeconfig. */
export function writeCase({ cluster = {}, user = {}, files = {} }: CredentialCase, server: ApiServer): string {
  const { write } = folderWith();
  for (const [name, text] of Object.entries(files)) write(name, text, text.startsWith("#!") ? 0o755 : 0o644);
  const merged = { server: server.url, "certificate-authority": certificateFile, ...cluster };
  const config = JSON.stringify(kubeconfigOf(withoutNulls(merged), withoutNulls(user)));
  return write("config", config.replaceAll("HOST", new URL(server.url).host));
}

/** What the last request said of who asks. */
export function sentTo(server: ApiServer): Record<string, string> {
  const who = Object.entries(server.lastHeaders()).filter(([name]) => name === "authorization" || name.startsWith("impersonate-"));
  const client = server.clients.at(-1) ?? "";
  return { ...Object.fromEntries(who.map(([name, value]) => [name, String(value)])), ...(client === "" ? {} : { client }) };
}

function withoutNulls(value: object): object {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      if (item === null) return [];
      return [[key, typeof item === "object" && !Array.isArray(item) ? withoutNulls(item) : item]];
    }),
  );
}
