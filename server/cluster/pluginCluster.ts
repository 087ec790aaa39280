/** What a plugin that asks for it is told of the cluster. Counterpart in Go: client-go rest.ConfigToExecCluster. */
import type { Value, ValueMap } from "../../shared/fieldpath/value.ts";
import type { FileContents } from "./fileContents.ts";
import type { ClusterEntry } from "./kubeconfigEntries.ts";

/** Rejects where the file of the authority cannot be read. */
export async function pluginCluster(cluster: ClusterEntry, files: FileContents): Promise<ValueMap> {
  const { authorityData, authorityFile } = cluster;
  const file = authorityData === "" && authorityFile !== "" ? Buffer.from(await files.text(authorityFile)).toString("base64") : "";
  const told: readonly (readonly [string, Value | undefined])[] = [
    ["server", cluster.server],
    ["tls-server-name", cluster.tlsServerName || undefined],
    ["insecure-skip-tls-verify", cluster.insecure || undefined],
    ["certificate-authority-data", authorityData || file || undefined],
    ["proxy-url", cluster.proxyUrl || undefined],
    ["disable-compression", !cluster.compress || undefined],
    ["config", cluster.pluginConfig ?? null],
  ];
  return new Map(told.filter((entry): entry is readonly [string, Value] => entry[1] !== undefined));
}
