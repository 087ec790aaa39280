/** What the soak works on: the same objects in two namespaces, differently owned, and the files that a person has of them. */
import { playHistory } from "../cluster/play.ts";
import { widget, widgets } from "../cluster/scenarios/customResources.ts";
import { deployment } from "../cluster/scenarios/deployments.ts";
import type { TestServer } from "../cluster/server.ts";

export const places = ["east", "west"] as const;
export type Place = (typeof places)[number];

/** Values of a Secret in the cluster, as they are and as they are kept. */
export const planted: readonly string[] = ["plAnted-vAlue-of-A-secret", Buffer.from("plAnted-vAlue-of-A-secret").toString("base64")];

/** File name to text. No object names a namespace: the context's is meant. */
export const files: Readonly<Record<string, string>> = {
  "deployment.yaml": deployment("web", { spec: "replicas: 3", image: "example.org/app:2" }),
  "items.yaml": Array.from({ length: 40 }, (_, index) => item(index)).join("---\n"),
  "widget.yaml": widget("box", "limits: {cpu: 1, memory: 2}"),
  "secret.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: keys}\nstringData: {password: of-the-file, other: of-the-file}\n",
  "nowhere.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: nowhere}\nspec: {ports: [{port: 80}]}\n",
  "unknown.yaml": "apiVersion: example.org/v1\nkind: Gadget\nmetadata: {name: unknown}\nspec: {size: 1}\n",
  "values.yaml": "replicas: 3\nimage: {tag: '1'}\n",
};

export const items = 40;
function item(index: number): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: item-${index}}\ndata: {key: of-the-file}\n`;
}

/** A text with the namespace written into each of its objects. */
export function inNamespace(text: string, place: Place): string {
  return text
    .replaceAll("metadata: {", `metadata: {namespace: ${place}, `)
    .replaceAll(/^metadata:\n/gm, `metadata:\n  namespace: ${place}\n`);
}

/** Puts the objects into both namespaces. */
export async function furnish(server: TestServer): Promise<void> {
  for (const place of places) {
    await server.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: place } });
    await playHistory(server, {
      history: [
        { by: "team-cd", apply: inNamespace(deployment("web", { spec: "replicas: 2" }), place) },
        { by: "kube-controller-manager", subresource: "scale", merge: `spec: {replicas: ${place === "east" ? 5 : 3}}` },
      ],
      manifest: inNamespace(deployment("web", {}), place),
    });
    await playHistory(server, {
      definitions: [widgets],
      history: [
        { by: "team-cd", apply: inNamespace(widget("box", "size: 1"), place) },
        { by: "operator", apply: inNamespace(widget("box", `limits: {cpu: ${place === "east" ? 1 : 2}}`), place) },
      ],
      manifest: inNamespace(widget("box", "size: 1"), place),
    });
    const metadata = { name: "keys", namespace: place };
    await server.create({ apiVersion: "v1", kind: "Secret", metadata, data: { password: planted[1] } }, "vault");
    for (let index = 0; index < items; index++) {
      const named = { name: `item-${index}`, namespace: place };
      await server.create({ apiVersion: "v1", kind: "ConfigMap", metadata: named, data: { key: "live" } }, "others");
    }
  }
}

/** Another manager writes an item: what the file says, so that there is no conflict, or something else. */
export async function changeItem(server: TestServer, place: Place, index: number, value: string): Promise<void> {
  await server.must({
    method: "PATCH",
    path: `/api/v1/namespaces/${place}/configmaps/item-${index}`,
    contentType: "application/merge-patch+json",
    body: { data: { key: value } },
    manager: "others",
  });
}
