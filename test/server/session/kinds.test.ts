import { expect, test, vi } from "vitest";
import type { ClusterKind, ClusterTarget } from "../../../server/cluster/ports.ts";
import { createKinds, type KindsOptions } from "../../../server/session/kinds.ts";
import { parseJson } from "../../../shared/fieldpath/json.ts";
import { bundledKind } from "../../../shared/schema/bundled.ts";
import { deducedType } from "../../../shared/schema/deduced.ts";
import type { CustomKind } from "../../../shared/schema/fromCrd.ts";
import { schemaFromDefinitions } from "../../../shared/schema/fromOpenApi.ts";
import type { SchemaType } from "../../../shared/schema/model.ts";
import { playedCluster } from "../../support/cluster.ts";

const target: ClusterTarget = { kubeconfig: undefined, context: "test", namespace: undefined };
const never = new AbortController().signal;

/** A type of its own; the name only tells them apart. */
function typeOf(name: string): SchemaType {
  return { schema: schemaFromDefinitions(parseJson(`{"${name}":{"type":"object"}}`).value, false).schema, type: { named: name } };
}
const gadget = (type: SchemaType | undefined, more: Partial<ClusterKind> = {}): ClusterKind => ({
  ...{ resource: "gadgets", namespaced: true, verbs: ["get", "patch"], subresources: [], type },
  ...more,
});

/** Closed until somebody answers. */
function gate(): { readonly open: Promise<void>; readonly answer: () => void } {
  let answer = (): void => undefined;
  const open = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return { open, answer: () => answer() };
}

/** Kinds of a cluster that, once `open`, describes them as `describes` says, "apiVersion Kind" by "apiVersion Kind". */
function start(
  describes: Map<string, ClusterKind> = new Map(),
  custom: KindsOptions["custom"] = () => undefined,
  open: Promise<void> = Promise.resolve(),
) {
  const asked: string[] = [];
  const onChange = vi.fn();
  const kinds = createKinds({ custom, onChange });
  const cluster = {
    ...playedCluster().cluster,
    kind: async (_target: ClusterTarget, apiVersion: string, kind: string) => {
      asked.push(`${apiVersion} ${kind}`);
      await open;
      return describes.get(`${apiVersion} ${kind}`);
    },
  };
  const learn = (apiVersion: string, kind: string) => kinds.learn(cluster, target, apiVersion, kind, never);
  return { kinds, asked, onChange, learn };
}

const server = gadget(typeOf("server"));
const manifest: CustomKind = {
  ...{ apiVersion: "x.dev/v1", kind: "Gadget", resource: "gadgets", namespaced: false, subresources: ["status"] },
  type: typeOf("workspace"),
};

test.each<[string, ClusterKind | undefined, CustomKind | undefined, object]>([
  ["cluster and workspace", server, manifest, { type: server.type, schemaSource: "server", namespaced: true, subresources: [] }],
  ["workspace", undefined, manifest, { type: manifest.type, schemaSource: "workspace", namespaced: false, subresources: ["status"] }],
  ["cluster without schema, workspace", gadget(undefined), manifest, { type: manifest.type, schemaSource: "workspace", namespaced: true }],
  [
    "cluster without schema",
    gadget(undefined, { namespaced: false }),
    undefined,
    { type: deducedType, schemaSource: "deduced", namespaced: false },
  ],
  [
    "workspace without schema",
    undefined,
    { ...manifest, type: deducedType },
    { type: deducedType, schemaSource: "deduced", namespaced: false },
  ],
  ["nobody", undefined, undefined, { type: deducedType, schemaSource: "deduced", namespaced: true, subresources: [] }],
])("a custom resource that is described by %s", async (_, described, definition, info) => {
  const { kinds, learn } = start(new Map(described && [["x.dev/v1 Gadget", described]]), (apiVersion, kind) =>
    apiVersion === "x.dev/v1" && kind === "Gadget" ? definition : undefined,
  );
  await learn("x.dev/v1", "Gadget");
  expect(kinds.info(target, "x.dev/v1", "Gadget")).toMatchObject(info);
});

test("other versions of the kind are known as far as somebody described them", async () => {
  const describes = new Map([["x.dev/v1 Gadget", server]]);
  const { kinds, learn } = start(describes, (apiVersion) => (apiVersion === "x.dev/v1beta1" ? manifest : undefined));
  await learn("x.dev/v1", "Gadget");
  const { typeAt } = kinds.info(target, "x.dev/v1", "Gadget");
  expect(typeAt("x.dev/v1")).toBe(server.type);
  expect(typeAt("x.dev/v1beta1")).toBe(manifest.type);
  expect(typeAt("x.dev/v1alpha1")).toBeUndefined();
});

test("a built-in kind is not waited for; the server's schema counts as soon as it is there", async () => {
  const bundled = bundledKind("apps/v1", "Deployment");
  const describes = new Map([["apps/v1 Deployment", gadget(typeOf("other version"))]]);
  const { open, answer } = gate();
  const { kinds, learn, onChange } = start(describes, undefined, open);
  const before = kinds.version(target, "Deployment");
  await learn("apps/v1", "Deployment");
  expect(kinds.info(target, "apps/v1", "Deployment")).toMatchObject({ type: bundled?.type, schemaSource: "bundled" });
  expect(onChange).not.toHaveBeenCalled();

  answer();
  await kinds.settled();
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(kinds.version(target, "Deployment")).not.toBe(before);
  expect(kinds.info(target, "apps/v1", "Deployment")).toMatchObject({ type: { type: { named: "other version" } }, schemaSource: "server" });
});

test("a server of the bundled version has the same schema, and it is the server's from then on", async () => {
  const bundled = bundledKind("apps/v1", "Deployment");
  const { kinds, learn } = start(new Map([["apps/v1 Deployment", gadget(bundled?.type)]]));
  await learn("apps/v1", "Deployment");
  await kinds.settled();
  expect(kinds.info(target, "apps/v1", "Deployment")).toMatchObject({ type: bundled?.type, schemaSource: "server" });
});

test("a custom kind is waited for, but not for long, nor once it is known", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { open, answer } = gate();
  const { kinds, learn } = start(new Map([["x.dev/v1 Gadget", server]]), undefined, open);
  let waited = false;
  const learning = learn("x.dev/v1", "Gadget").then(() => {
    waited = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(waited).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await learning;
  vi.useRealTimers();
  expect(kinds.info(target, "x.dev/v1", "Gadget").schemaSource).toBe("deduced");
  answer();
  await kinds.settled();
  expect(kinds.info(target, "x.dev/v1", "Gadget").schemaSource).toBe("server");
});

test("many objects of a built-in kind ask once at a time", async () => {
  const { open, answer } = gate();
  const { kinds, asked, learn } = start(undefined, undefined, open);
  for (let count = 0; count < 100; count++) await learn("apps/v1", "Deployment");
  answer();
  await kinds.settled();
  expect(asked).toHaveLength(1);
});

test("kinds in use are asked for again, and only a change is one", async () => {
  const describes = new Map([["x.dev/v1 Gadget", server]]);
  const { kinds, asked, learn, onChange } = start(describes);
  await learn("x.dev/v1", "Gadget");
  await learn("x.dev/v1", "Widget");
  const before = kinds.version(target, "Gadget");
  onChange.mockClear();

  kinds.relearn((_target, kind) => kind === "Gadget");
  await kinds.settled();
  expect(asked).toEqual(["x.dev/v1 Gadget", "x.dev/v1 Widget", "x.dev/v1 Gadget"]);
  expect(onChange).not.toHaveBeenCalled();

  describes.set("x.dev/v1 Gadget", gadget(typeOf("changed")));
  kinds.relearn((_target, kind) => kind === "Gadget");
  await kinds.settled();
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(kinds.version(target, "Gadget")).not.toBe(before);
  expect(kinds.info(target, "x.dev/v1", "Gadget").type.type.named).toBe("changed");

  describes.delete("x.dev/v1 Gadget");
  kinds.relearn(() => true);
  await kinds.settled();
  expect(kinds.info(target, "x.dev/v1", "Gadget").type.type.named).toBe("changed");
});

test("what the clusters said is forgotten, also what they say afterwards to an old question", async () => {
  const { kinds, learn } = start(
    new Map([
      ["apps/v1 Deployment", gadget(typeOf("old"))],
      ["x.dev/v1 Gadget", server],
    ]),
  );
  await learn("x.dev/v1", "Gadget");
  await learn("apps/v1", "Deployment");
  const before = kinds.version(target, "Gadget");
  kinds.forget();
  await Promise.resolve();
  expect(kinds.version(target, "Gadget")).not.toBe(before);
  expect(kinds.info(target, "x.dev/v1", "Gadget").schemaSource).toBe("deduced");
  expect(kinds.info(target, "apps/v1", "Deployment").schemaSource).toBe("bundled");
});

test("kinds that were typed letter by letter are left behind, and what a cluster said of one that was left behind is forgotten too", async () => {
  const { kinds, asked, learn } = start(new Map([["x.dev/v1 Gadget", server]]));
  await learn("x.dev/v1", "Gadget");
  expect(kinds.info(target, "x.dev/v1", "Gadget").schemaSource).toBe("server");
  for (let typed = 0; typed < 600; typed++) {
    await learn("x.dev/v1", `Gadge${typed}`);
    kinds.info(target, "x.dev/v1", `Gadge${typed}`);
  }
  asked.length = 0;
  kinds.relearn(() => true);
  await kinds.settled();
  expect(asked).toHaveLength(500);
  expect(asked.at(-1)).toBe("x.dev/v1 Gadge599");
  const before = kinds.version(target, "Gadget");
  expect(kinds.info(target, "x.dev/v1", "Gadget").schemaSource).toBe("server");
  kinds.forget();
  expect(kinds.version(target, "Gadget")).not.toBe(before);
  expect(kinds.info(target, "x.dev/v1", "Gadget").schemaSource).toBe("deduced");
});
