/**
 * The id-token of the auth-provider "oidc" while it is valid. It is not renewed here: many issuers replace the refresh token at each use,
 * and since a kubeconfig is never written, kubectl would be left with a token that no longer works. kubectl renews it and saves it;
 * client-node renews it and keeps it to itself.
 * Counterpart in Go: client-go plugin/pkg/client/auth/oidc.
 */

/** Throws where there is none that is valid. */
export function oidcToken(user: string, config: ReadonlyMap<string, string>): string {
  const token = config.get("id-token") ?? "";
  const renew = "run any kubectl command with this context, which renews it and saves it in the kubeconfig";
  if (token === "") throw new Error(`user "${user}" has no id-token yet (auth-provider oidc): ${renew}`);
  const until = expiryOf(token);
  if (until === undefined) throw new Error(`the id-token of user "${user}" (auth-provider oidc) is no JSON web token`);
  if (until <= Date.now()) throw new Error(`the id-token of user "${user}" (auth-provider oidc) ran out: ${renew}`);
  return token;
}

function expiryOf(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    const { exp } = claims as { readonly exp?: unknown };
    return typeof exp === "number" ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}
