/** One kind as a server has it. */
import { bundledKind } from "../../shared/schema/bundled.ts";
import type { Discovery, FoundResource } from "./discovery.ts";
import type { OpenApi } from "./openapi.ts";
import type { ClusterKind } from "./ports.ts";

/** Built-in kinds are where they are on every server, so only their schema is asked for. */
const everyVerb = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

/** Undefined where the server does not know the kind, or can't be asked now. */
export async function kindOf(
  link: { readonly discovery: Discovery; readonly openApi: OpenApi },
  apiVersion: string,
  kind: string,
  signal: AbortSignal,
): Promise<ClusterKind | undefined> {
  const bundled = bundledKind(apiVersion, kind);
  const [found, type] = await Promise.all([
    bundled === undefined ? link.discovery.find(apiVersion, kind, signal) : builtIn(bundled),
    link.openApi.typeOf(apiVersion, kind, signal),
  ]);
  if (found?.state !== "found" || type === "unknown") return undefined;
  return { ...found.resource, type };
}

function builtIn({ resource, namespaced, subresources }: NonNullable<ReturnType<typeof bundledKind>>): FoundResource {
  return { state: "found", resource: { resource, namespaced, subresources, verbs: everyVerb } };
}
