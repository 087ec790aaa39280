/** Definitions that come and change while a manifest is open, and schemas that a later start finds on disk. */
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { createCluster } from "../../server/cluster/cluster.ts";
import type { Cluster, ClusterTarget } from "../../server/cluster/ports.ts";
import { createSchemaFiles } from "../../server/cluster/schemaFiles.ts";
import { createFiles } from "../../server/files/files.ts";
import { readSettings } from "../../server/lsp/readSettings.ts";
import type { Session } from "../../server/session/model.ts";
import { createSession } from "../../server/session/session.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { bundledKind } from "../../shared/schema/bundled.ts";
import { sharedServer } from "./sharedServer.ts";

const server = sharedServer();
const never = new AbortController().signal;
const target: ClusterTarget = { kubeconfig: server.kubeconfig, context: "admin", namespace: undefined };
const toClose: (() => void)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

function cluster(folder?: string): Cluster {
  const made = createCluster(folder === undefined ? undefined : createSchemaFiles({ folder }));
  toClose.push(() => made.dispose());
  return made;
}

function openManifest(text: string): Session {
  const session = createSession({
    settings: readSettings({ cluster: { connect: "auto", kubeconfig: server.kubeconfig }, apply: { manager: "ci", with: "server-side" } }),
    trusted: true,
    files: createFiles({ roots: [], liveGlobs: [] }),
    cluster: async () => cluster(),
    now: Date.now,
    quietMs: 0,
  });
  toClose.push(() => session.dispose());
  session.open({ uri, path: undefined, text, version: 1 });
  session.setVisible([uri]);
  return session;
}

const uri = "untitled:gadget";
const definition = (kind: string, listType: string): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${kind.toLowerCase()}s.changing.example.org}
spec:
  group: changing.example.org
  scope: Namespaced
  names: {plural: ${kind.toLowerCase()}s, kind: ${kind}}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, properties: {tags: {type: array, x-kubernetes-list-type: ${listType}, items: {type: string}}}}
`;
const object = (kind: string, tag: string): string =>
  `apiVersion: changing.example.org/v1\nkind: ${kind}\nmetadata: {name: g, namespace: default}\nspec: {tags: [${tag}]}\n`;

async function apply(text: string, manager = "setup"): Promise<void> {
  const { code, stderr } = await server.kubectl(["apply", "--server-side", `--field-manager=${manager}`, "-f", "-"], text);
  if (code !== 0) throw new Error(stderr);
}

/** Asks the session anew until it shows what is wanted. */
function shown(session: Session, paths: readonly string[]): Promise<unknown> {
  return vi.waitFor(
    async () => {
      session.refresh();
      const findings = await session.diagnosticsOf(uri);
      expect(findings.filter(({ code }) => code === "apply-conflict").map(({ path }) => printPath(path))).toEqual(paths);
    },
    { timeout: 25_000, interval: 500 },
  );
}

test("a definition is added, then its list type changes: findings follow", async () => {
  const session = openManifest(object("Gadget", "mine"));
  await session.settled(uri);
  expect((await session.objectsOf(uri))[0]?.live.state).toBe("noSuchKind");

  await apply(definition("Gadget", "atomic"));
  await vi.waitFor(() => apply(object("Gadget", "theirs"), "operator"), { timeout: 10_000, interval: 200 });
  await shown(session, [".spec.tags"]);

  await apply(definition("Gadget", "set"));
  await shown(session, []);
});

test("a later start finds the schemas on disk, built-in and custom", async () => {
  await apply(definition("Stored", "set"));
  const folder = join(mkdtempSync(join(tmpdir(), "field-ownership-")), "schemas");
  const type = async (room: Cluster) => (await room.kind(target, "changing.example.org/v1", "Stored", never))?.type;
  await vi.waitFor(async () => expect(await type(cluster(folder))).toBeDefined(), { timeout: 10_000, interval: 200 });
  const first = cluster(folder);
  await first.kind(target, "apps/v1", "Deployment", never);
  await vi.waitFor(() => expect(readdirSync(folder).filter((name) => name.endsWith(".json")).length).toBeGreaterThanOrEqual(2));

  const warm = cluster(folder);
  expect((await warm.kind(target, "apps/v1", "Deployment", never))?.type).toBe(bundledKind("apps/v1", "Deployment")?.type);
  expect(await type(warm)).toBeDefined();
});
