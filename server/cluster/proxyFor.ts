/**
 * The proxy to an API server: the cluster entry's, else the environment's, which never concerns loopback and what NO_PROXY names.
 * client-node knows the entry's only. Counterpart in Go: client-go clientcmd's parseProxyURL, http.ProxyFromEnvironment.
 */
import { BlockList, isIP } from "node:net";
import type { Or } from "./kubeconfig.ts";
import type { ClusterEntry } from "./kubeconfigEntries.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Undefined: directly. */
export function proxyFor(cluster: ClusterEntry, server: URL, env: Env): Or<URL | undefined> {
  if (cluster.proxyUrl !== "") return parse(cluster.proxyUrl, `proxy-url of cluster "${cluster.name}"`);
  const name = server.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const setting = env[name] || env[name.toLowerCase()];
  if (!setting || isLoopback(hostOf(server)) || isExcepted(server, env.NO_PROXY || env.no_proxy || "")) return { value: undefined };
  return parse(setting.includes("://") ? setting : `http://${setting}`, `the environment variable ${name}`);
}

/** The message holds no address: that may hold a password. */
function parse(text: string, where: string): Or<URL> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && url.hostname !== "" && ["http:", "https:", "socks5:", "socks5h:"].includes(url.protocol)) return { value: url };
  return { problem: `${where} is no http://, https:// or socks5://HOST:PORT` };
}

/** The host without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function isLoopback(host: string): boolean {
  return host === "localhost" || /^127\./.test(host) || host === "::1";
}

function isExcepted(server: URL, list: string): boolean {
  return list
    .toLowerCase()
    .split(",")
    .some((item) => item.trim() !== "" && excepts(item.trim(), server));
}

/** `*`, an address, a range, or a domain with everything below it (below it only with a leading dot); all but ranges with a port if wanted. */
function excepts(item: string, server: URL): boolean {
  if (item === "*") return true;
  const host = hostOf(server);
  const [range = "", bits] = item.split("/");
  if (bits !== undefined) return isIP(host) === isIP(range) && isIP(host) !== 0 && inRange(host, range, Number(bits));
  const [, name = item, port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(item) ?? [];
  if (port !== undefined && port !== (server.port || (server.protocol === "https:" ? "443" : "80"))) return false;
  const domain = name.replace(/^\[|\]$/g, "").replace(/^\*\./, ".");
  if (domain.startsWith(".")) return host.endsWith(domain);
  return host === domain || (isIP(domain) === 0 && host.endsWith(`.${domain}`));
}

function inRange(host: string, range: string, bits: number): boolean {
  const family = isIP(host) === 6 ? "ipv6" : "ipv4";
  if (!Number.isInteger(bits) || bits < 0 || bits > (family === "ipv6" ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(range, bits, family);
  return list.check(host, family);
}
