/**
 * The headers that say as whom else a user asks: uid, groups and extra, which client-node does not know (it sends the name).
 * Counterpart in Go: client-go transport.impersonatingRoundTripper.
 */
import type { OutgoingHttpHeaders } from "node:http";
import type { UserEntry } from "./kubeconfigEntries.ts";

export function impersonation({ asUid, asGroups, asExtra }: UserEntry): OutgoingHttpHeaders {
  return {
    ...(asUid === "" ? {} : { "Impersonate-Uid": asUid }),
    ...(asGroups.length === 0 ? {} : { "Impersonate-Group": [...asGroups] }),
    ...Object.fromEntries(asExtra.map(([key, values]) => [`Impersonate-Extra-${escapedKey(key)}`, [...values]])),
  };
}

/** Header names take few characters; the others, and `%` itself, are sent percent-encoded. */
function escapedKey(key: string): string {
  return [...Buffer.from(key)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[!#$&'*+.^_`|~0-9A-Za-z-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}
