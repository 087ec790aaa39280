/** Plays a scenario on the real server: its history, then the manifest; answers with the server's own words. */
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "yaml";
import type { ClusterClient, ClusterObject } from "./connect.ts";
import type { ProgramResult } from "./runProgram.ts";
import type { Scenario, Write } from "./scenarios/scenario.ts";

/** What the server says to a manifest, without force. */
export interface Verdict {
  readonly status: number;
  /** Of the Status object; empty where the apply is accepted. */
  readonly message: string;
  /** In the order of the message. */
  readonly conflicts: readonly { readonly manager: string; readonly path: string }[];
}

/** Writes to the object of the manifest what the scenario says was written before. */
export async function playHistory(cluster: ClusterClient, scenario: Pick<Scenario, "definitions" | "history" | "manifest">): Promise<void> {
  for (const definition of scenario.definitions ?? []) await define(cluster, definition);
  for (const write of scenario.history) await playWrite(cluster, write, parse(scenario.manifest));
}

/** The live object as JSON text with its managed fields; undefined where there is none. */
export async function readLive(cluster: ClusterClient, manifest: string): Promise<string | undefined> {
  const reply = await cluster.request({ path: await cluster.pathOf(parse(manifest, { uniqueKeys: false })) });
  return reply.status === 404 ? undefined : reply.text;
}

/** Asks by a dry-run, which changes nothing. */
export async function verdictOf(cluster: ClusterClient, manifest: string, manager: string): Promise<Verdict> {
  const reply = await cluster.request({
    ...(await applyRequest(cluster, manifest, manager)),
    query: { dryRun: "All", fieldValidation: "Strict" },
  });
  if (reply.status < 300) return { status: reply.status, message: "", conflicts: [] };
  const { message } = JSON.parse(reply.text) as { message: string };
  return { status: reply.status, message, conflicts: reply.status === 409 ? conflictsIn(message) : [] };
}

/** Applies for good; the server's answer as text. */
export async function applyNow(cluster: ClusterClient, manifest: string, manager: string, force: boolean): Promise<string> {
  return (await cluster.request({ ...(await applyRequest(cluster, manifest, manager)), query: { force: `${force}` } })).text;
}

/** What a person would type. */
export function kubectlApply(cluster: ClusterClient, manifest: string, manager: string): Promise<ProgramResult> {
  return cluster.kubectl(["apply", "--server-side", `--field-manager=${manager}`, "-f", "-"], manifest);
}

/** `conflict with "M" …: .path` where there is one; else `conflicts with "M" …:` and a line for each path. */
function conflictsIn(message: string): { manager: string; path: string }[] {
  const groups = message.split(/^conflicts? with |: conflicts? with /m).slice(1);
  return groups.flatMap((group) => {
    const manager = group.slice(1, group.indexOf('"', 1));
    const paths = group.includes("\n- ")
      ? [...group.matchAll(/^- (.*)$/gm)].map(([, path]) => path ?? "")
      : [group.slice(group.indexOf(": .") + 2)];
    return paths.map((path) => ({ manager, path }));
  });
}

/** One write to an object; an error where the server refuses it. */
export async function playWrite(cluster: ClusterClient, write: Write, target: ClusterObject): Promise<void> {
  const manager = write.by;
  const path = await cluster.pathOf(target);
  const patch = (contentType: string, body: unknown, below = ""): Promise<unknown> =>
    cluster.must({ method: "PATCH", path: path + below, body, contentType, manager });
  if ("apply" in write)
    await cluster.must({ ...(await applyRequest(cluster, write.apply, manager)), query: { force: `${write.force === true}` } });
  else if ("create" in write) await cluster.create(parse(write.create), manager);
  else if ("strategic" in write) await patch("application/strategic-merge-patch+json", parse(write.strategic));
  else if ("define" in write) await define(cluster, write.define, write.served);
  else if ("delete" in write) await cluster.must({ method: "DELETE", path });
  else if ("merge" in write) {
    await patch("application/merge-patch+json", parse(write.merge), write.subresource === undefined ? "" : `/${write.subresource}`);
  } else if ("forgetOwners" in write) {
    await patch("application/json-patch+json", [{ op: "replace", path: "/metadata/managedFields", value: [{}] }]);
  } else {
    const result = await cluster.kubectl(["apply", `--field-manager=${manager}`, "-f", "-"], write.applyClientSide);
    if (result.code !== 0) throw new Error(result.stderr);
  }
}

async function applyRequest(cluster: ClusterClient, manifest: string, manager: string): Promise<Parameters<ClusterClient["must"]>[0]> {
  const object = parse(manifest) as ClusterObject;
  const path = await cluster.pathOf(object);
  // As kubectl does: the namespace of the context is filled in, and the body is JSON.
  const body = path.includes("/namespaces/") ? { ...object, metadata: { namespace: "default", ...object.metadata } } : object;
  return { method: "PATCH", path, body, contentType: "application/apply-patch+yaml", manager };
}

/** Applies a custom resource definition, and waits until its kind is served and described, with this text where one is given. */
export async function define(cluster: ClusterClient, definition: string, served = ""): Promise<void> {
  const { metadata, spec } = parse(definition) as Definition;
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${metadata.name}`;
  await cluster.must(await applyRequest(cluster, definition, "setup"));
  const groupVersion = `apis/${spec.group}/${spec.versions[0].name}`;
  for (const until = Date.now() + 20_000; Date.now() < until; await sleep(100)) {
    // One after the other: it is established, may be written, and a moment later stands in the OpenAPI documents.
    const conditions = ((await cluster.must({ path })) as Definition).status?.conditions ?? [];
    if (!conditions.some(({ type, status }) => type === "Established" && status === "True")) continue;
    if ((await cluster.request({ path: `/${groupVersion}/${spec.names.plural}` })).status !== 200) continue;
    const text = await describedText(cluster, groupVersion);
    if (text.includes(`"kind":"${spec.names.kind}"`) && text.includes(served)) return;
  }
  throw new Error(`${metadata.name} is not served`);
}

/** The OpenAPI document of a group's version as the index leads to it, which lags behind the document itself. */
async function describedText(cluster: ClusterClient, groupVersion: string): Promise<string> {
  const { paths } = (await cluster.must({ path: "/openapi/v3" })) as { paths: Readonly<Record<string, { serverRelativeURL: string }>> };
  const [path = "", query] = paths[groupVersion]?.serverRelativeURL.split("?") ?? [];
  return path === "" ? "" : (await cluster.request({ path, query: Object.fromEntries(new URLSearchParams(query)) })).text;
}

interface Definition {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string; readonly kind: string };
    readonly versions: readonly [{ readonly name: string }];
  };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}
