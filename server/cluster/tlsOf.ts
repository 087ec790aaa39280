/** The TLS of a target: one agent for as long as its certificates stay the same. Counterpart in Go: client-go transport.TLSConfigFor. */
import type http from "node:http";
import tls from "node:tls";
import type { Issued } from "./execCredential.ts";
import type { FileContents } from "./fileContents.ts";
import type { ClusterEntry, UserEntry } from "./kubeconfigEntries.ts";

export interface Tls {
  /** Rejects where a certificate cannot be read or used. */
  agent(issued: Issued | undefined): Promise<http.Agent>;
  close(): void;
}

/** `secure`: whether the server speaks TLS at all. */
export function createTls(
  secure: boolean,
  cluster: ClusterEntry,
  user: UserEntry | undefined,
  files: FileContents,
  agentWith: (options: tls.ConnectionOptions) => http.Agent,
): Tls {
  let last: { readonly material: string; readonly agent: http.Agent } | undefined;

  return {
    async agent(issued) {
      if (!secure) {
        last ??= { material: "", agent: agentWith({}) };
        return last.agent;
      }
      const authority = await pem(cluster.authorityData, cluster.authorityFile, files);
      const certificate = issued?.certificate || (await pem(user?.certificateData ?? "", user?.certificateFile ?? "", files));
      const key = issued?.key || (await pem(user?.keyData ?? "", user?.keyFile ?? "", files));
      const material = [authority, certificate, key].join("\n");
      if (last?.material === material) return last.agent;
      const secureContext = contextOf(authority, certificate, key, cluster, user);
      const agent = agentWith({
        secureContext,
        rejectUnauthorized: !cluster.insecure,
        ...(cluster.tlsServerName === "" ? {} : { servername: cluster.tlsServerName }),
      });
      // Requests under way on the last one's connections end there; what is idle is not used any more.
      const idle = Object.values(last?.agent.freeSockets ?? {}).flatMap((sockets) => sockets ?? []);
      for (const socket of idle) socket.destroy();
      last = { material, agent };
      return agent;
    },
    close: () => last?.agent.destroy(),
  };
}

async function pem(data: string, file: string, files: FileContents): Promise<string> {
  if (data !== "") return Buffer.from(data, "base64").toString("utf8");
  return file === "" ? "" : files.text(file);
}

function contextOf(
  authority: string,
  certificate: string,
  key: string,
  cluster: ClusterEntry,
  user: UserEntry | undefined,
): tls.SecureContext {
  if (authority !== "" && !authority.includes("-----BEGIN ")) {
    throw new Error(`certificate-authority of cluster "${cluster.name}" cannot be used: no PEM text`);
  }
  const trusted = authority === "" ? trustedBySystem() : authority;
  const whole = { ...(trusted === undefined ? {} : { ca: trusted }), ...(certificate === "" ? {} : { cert: certificate, key }) };
  try {
    return tls.createSecureContext(whole);
  } catch (error) {
    const at =
      certificate === ""
        ? `certificate-authority of cluster "${cluster.name}"`
        : `client-certificate and client-key of user "${user?.name}"`;
    throw new Error(`${at} cannot be used: ${problemOf(error)}`);
  }
}

/** Like kubectl those of the operating system too, where Node knows them; Node alone would trust its own list only. */
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
