/** A connection of the real room to what a kubeconfig file says. */
import { type Connection, connect } from "../../server/cluster/connection.ts";
import { endpointOf } from "../../server/cluster/credentials.ts";
import type { Or } from "../../server/cluster/kubeconfig.ts";
import { createKubeconfigs } from "../../server/cluster/kubeconfigs.ts";
import { defaultLimits, type Limits } from "../../server/cluster/limits.ts";

export function connectTo(
  kubeconfig: string,
  options: { readonly limits?: Partial<Limits>; readonly env?: Readonly<Record<string, string | undefined>> } = {},
): Or<Connection> {
  const { limits: changed = {}, env = process.env } = options;
  const limits = { ...defaultLimits, ...changed };
  const target = createKubeconfigs({ env, serviceAccount: "/none" }).resolve({ kubeconfig, context: undefined, namespace: undefined });
  if ("problem" in target) return target;
  const endpoint = endpointOf(target.value, env, limits);
  return "problem" in endpoint ? endpoint : { value: connect(endpoint.value, limits) };
}
