/** The headers that say who asks, and as whom. Counterpart in Go: client-go transport.HTTPWrappersForConfig. */
import type { OutgoingHttpHeaders } from "node:http";
import type { Issued } from "./execCredential.ts";
import type { FileContents } from "./fileContents.ts";
import type { UserEntry } from "./kubeconfigEntries.ts";
import { oidcToken } from "./oidcToken.ts";

/** Rejects where a token cannot be had. */
export async function headersOf(
  user: UserEntry | undefined,
  issued: Issued | undefined,
  files: FileContents,
): Promise<OutgoingHttpHeaders> {
  if (user === undefined) return {};
  const token = (await ownToken(user, files)) || issued?.token || "";
  const basic = user.username === "" && user.password === "" ? "" : Buffer.from(`${user.username}:${user.password}`).toString("base64");
  return {
    ...(token === "" ? {} : { Authorization: `Bearer ${token}` }),
    ...(basic === "" ? {} : { Authorization: `Basic ${basic}` }),
    ...impersonation(user),
  };
}

/** The file is the newer one; the token beside it stands in while it cannot be read. */
async function ownToken(user: UserEntry, files: FileContents): Promise<string> {
  if (user.authProvider !== undefined) return oidcToken(user.name, user.authProvider.config);
  if (user.tokenFile === "") return user.token;
  try {
    const token = (await files.text(user.tokenFile)).trim();
    if (token === "") throw new Error(`${user.tokenFile}, the token file of user "${user.name}", is empty`);
    return token;
  } catch (error) {
    if (user.token !== "") return user.token;
    throw error;
  }
}

function impersonation({ as, asUid, asGroups, asExtra }: UserEntry): OutgoingHttpHeaders {
  if (as === "") return {};
  return {
    "Impersonate-User": as,
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
