/**
 * Certificates and key as OpenSSL holds them, made once for all connections: client-node would find out at each connection that they
 * cannot be used. Counterpart in Go: client-go transport.TLSConfigFor.
 */
import tls from "node:tls";

/** Throws where they cannot be used. */
export function secureContext(
  { ca, cert, key }: Pick<tls.SecureContextOptions, "ca" | "cert" | "key">,
  cluster: string,
  user: string | undefined,
): tls.SecureContext {
  if (ca !== undefined && !String(ca).includes("-----BEGIN ")) {
    throw new Error(`certificate-authority of cluster "${cluster}" cannot be used: no PEM text`);
  }
  const trusted = ca ?? trustedBySystem();
  try {
    return tls.createSecureContext({ ...(trusted === undefined ? {} : { ca: trusted }), ...(cert === undefined ? {} : { cert, key }) });
  } catch (error) {
    const at = cert === undefined ? `certificate-authority of cluster "${cluster}"` : `client-certificate and client-key of user "${user}"`;
    throw new Error(`${at} cannot be used: ${problemOf(error)}`);
  }
}

/** Like kubectl those of the operating system too, where Node knows them; Node, and so client-node, would trust its own list only. */
function trustedBySystem(): string[] | undefined {
  if (typeof tls.getCACertificates !== "function") return undefined;
  return [...tls.getCACertificates("default"), ...tls.getCACertificates("system")];
}

function problemOf(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (code.includes("KEY_VALUES_MISMATCH")) return "the certificate is of another key";
  if (code.includes("NO_START_LINE")) return "no PEM text";
  return message.replace(/^error:[0-9A-F]*:/, "");
}
