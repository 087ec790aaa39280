/** Talking to the test server: raw HTTP as a user of its token file, and its own kubectl. */
import { readFileSync } from "node:fs";
import { Agent, request as httpsRequest } from "node:https";
import { type ProgramResult, runProgram } from "./runProgram.ts";
import { contexts, tokenOf } from "./users.ts";

/** All that is needed to reach a running server, also from another process. */
export interface ClusterAddress {
  readonly folder: string;
  readonly url: string;
  readonly kubeconfig: string;
  readonly kubectlPath: string;
  readonly authority: string;
}

export interface ClusterRequest {
  readonly method?: string;
  readonly path: string;
  /** Text as it is; anything else as JSON. */
  readonly body?: unknown;
  readonly contentType?: string;
  /** JSON unless said. */
  readonly accept?: string;
  readonly manager?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly user?: string;
}

export interface ClusterReply {
  readonly status: number;
  readonly text: string;
}

/** The parts of an object that the helpers look at. */
export interface ClusterObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

export interface ClusterClient extends ClusterAddress {
  /** One HTTP request as a user (admin where none is named); whatever the status, a reply. */
  request(request: ClusterRequest): Promise<ClusterReply>;
  /** As `request`, but a status of 300 or more is an error of the test; answers the parsed body. */
  must(request: ClusterRequest): Promise<unknown>;
  /** POST as a manager. */
  create(object: object, manager?: string): Promise<void>;
  /** Path of an object from its apiVersion, kind, namespace and name, as discovery says. */
  pathOf(object: ClusterObject): Promise<string>;
  /** The server's own kubectl with its kubeconfig; `input` is its stdin. */
  kubectl(args: readonly string[], input?: string): Promise<ProgramResult>;
}

export function connect(address: ClusterAddress): ClusterClient {
  const agent = new Agent({ keepAlive: true, ca: readFileSync(address.authority) });
  const resources = new Map<string, { readonly name: string; readonly namespaced: boolean }>();

  const request = (asked: ClusterRequest): Promise<ClusterReply> => send(agent, address.url, asked);
  const must = async (asked: ClusterRequest): Promise<unknown> => {
    const reply = await request(asked);
    if (reply.status >= 300) throw new Error(`${asked.method ?? "GET"} ${asked.path}: ${reply.status} ${reply.text}`);
    return JSON.parse(reply.text);
  };
  const collection = async (object: ClusterObject): Promise<string> => {
    const root = object.apiVersion.includes("/") ? `/apis/${object.apiVersion}` : `/api/${object.apiVersion}`;
    const key = `${object.apiVersion} ${object.kind}`;
    if (!resources.has(key)) {
      const list = (await must({ path: root })) as { resources: { name: string; kind: string; namespaced: boolean }[] };
      for (const found of list.resources) {
        if (!found.name.includes("/")) resources.set(`${object.apiVersion} ${found.kind}`, found);
      }
    }
    const resource = resources.get(key);
    if (resource === undefined) throw new Error(`the server has no ${key}`);
    return resource.namespaced
      ? `${root}/namespaces/${object.metadata.namespace ?? "default"}/${resource.name}`
      : `${root}/${resource.name}`;
  };

  return {
    ...address,
    request,
    must,
    pathOf: async (object) => `${await collection(object)}/${object.metadata.name}`,
    create: async (object, manager = "setup") => {
      await must({ method: "POST", path: await collection(object as ClusterObject), body: object, manager });
    },
    kubectl: (args, input = "") =>
      // HOME: kubectl caches discovery by host and port, which another run may have had too.
      runProgram(address.kubectlPath, args, { input, environment: { HOME: address.folder, KUBECONFIG: address.kubeconfig } }),
  };
}

function send(agent: Agent, url: string, asked: ClusterRequest): Promise<ClusterReply> {
  const query = new URLSearchParams({ ...asked.query, ...(asked.manager === undefined ? {} : { fieldManager: asked.manager }) });
  const body = asked.body === undefined || typeof asked.body === "string" ? asked.body : JSON.stringify(asked.body);
  const headers = {
    authorization: `Bearer ${tokenOf(asked.user ?? contexts.admin.user)}`,
    accept: asked.accept ?? "application/json",
    ...(body === undefined ? {} : { "content-type": asked.contentType ?? "application/json" }),
  };
  return new Promise((resolve, reject) => {
    const sent = httpsRequest(`${url}${asked.path}?${query}`, { agent, method: asked.method ?? "GET", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
