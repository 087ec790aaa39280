/**
 * What of a target may change while it is used, read from its files or given by its plugin: certificates, key, bearer token.
 * Read here, not by client-node: it knows no token beside a token file, and looks a token up in its file once a minute only.
 * Counterpart in Go: client-go rest.LoadTLSFiles, transport.NewCachedFileTokenSource.
 */
import type { Issued } from "./execCredential.ts";
import type { FileContents } from "./fileContents.ts";
import type { ClusterEntry, UserEntry } from "./kubeconfigEntries.ts";
import { oidcToken } from "./oidcToken.ts";

/** Empty: there is none. */
export interface Material {
  /** PEM in base64, as are certificate and key. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
  readonly token: string;
}

/** What a server without TLS is sent: nothing of the user in clear. */
export const noMaterial: Material = { authority: "", certificate: "", key: "", token: "" };

/** Rejects where a file cannot be read or a token cannot be had. */
export async function readMaterial(
  cluster: ClusterEntry,
  user: UserEntry | undefined,
  issued: Issued | undefined,
  files: FileContents,
): Promise<Material> {
  return {
    authority: cluster.authorityData || (await fileInBase64(cluster.authorityFile, files)),
    certificate: inBase64(issued?.certificate) || user?.certificateData || (await fileInBase64(user?.certificateFile, files)),
    key: inBase64(issued?.key) || user?.keyData || (await fileInBase64(user?.keyFile, files)),
    token: (user && (await ownToken(user, files))) || issued?.token || "",
  };
}

function inBase64(text = ""): string {
  return Buffer.from(text).toString("base64");
}

async function fileInBase64(file = "", files: FileContents): Promise<string> {
  return file === "" ? "" : inBase64(await files.text(file));
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
