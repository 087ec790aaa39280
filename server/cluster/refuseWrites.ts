/** The one place that decides what may be sent to a cluster. */
import type { Ask } from "./connection.ts";

const mayI = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

/** Throws for a request that could change a cluster, which is a mistake of ours. */
export function refuseWrites({ method = "GET", path }: Ask): void {
  const { pathname, searchParams } = new URL(path, "https://server");
  const dryRun = searchParams.getAll("dryRun");
  const harmless =
    method === "GET" || (method === "PATCH" && dryRun.length === 1 && dryRun[0] === "All") || (method === "POST" && pathname === mayI);
  if (!harmless) throw new Error(`${method} ${pathname} could change the cluster: it is never sent`);
}
