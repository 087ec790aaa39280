/** A record at a version of a custom kind that is gone: the server takes an apply while its definition lists the version, and none after. */
import { expect, test, vi } from "vitest";
import { findingsFor } from "./ask.ts";
import { define, kubectlApply } from "./play.ts";
import { sharedServer } from "./sharedServer.ts";

const cluster = sharedServer();

const schema = "{openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {a: {type: string}, b: {type: string}}}}}}";
const definition = (...others: readonly string[]): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: losts.shop.example.org}
spec:
  group: shop.example.org
  scope: Namespaced
  names: {plural: losts, singular: lost, kind: Lost}
  versions:
${["name: v1, served: true, storage: true", ...others].map((version) => `    - {${version}, schema: ${schema}}\n`).join("")}`;
const object = (version: string, spec: string): string =>
  `# field-manager: ci\napiVersion: shop.example.org/${version}\nkind: Lost\nmetadata: {name: one}\nspec: ${spec}\n`;

/** What becomes of an apply, once the server knows the newest definition. */
async function answers(text: string, wanted: string): Promise<void> {
  await vi.waitUntil(
    async () => {
      const { stdout, stderr } = await kubectlApply(cluster, text, "ci");
      return (stdout + stderr).includes(wanted);
    },
    { timeout: 20_000, interval: 300 },
  );
}

async function codes(): Promise<string[]> {
  const found = await findingsFor(cluster.kubeconfig, object("v1", "{b: mine}"), { force: "off" });
  return found.map(({ severity, code }) => `${severity} ${code}`);
}

test("served, not served any more, gone", async () => {
  await define(cluster, definition("name: v2, served: true, storage: false"));
  await vi.waitUntil(async () => (await kubectlApply(cluster, object("v2", "{a: x}"), "old")).code === 0, {
    timeout: 20_000,
    interval: 300,
  });
  await answers(object("v1", "{b: mine}"), "serverside-applied");
  expect(await codes()).toEqual([]);

  await kubectlApply(cluster, definition("name: v2, served: false, storage: false"), "setup");
  await vi.waitUntil(async () => (await codes()).length > 0, { timeout: 20_000, interval: 300 });
  expect(await codes()).toEqual(["warning unreadable-owners"]);
  await answers(object("v1", "{b: mine}"), "serverside-applied");

  await kubectlApply(cluster, definition(), "setup");
  await answers(object("v1", "{b: mine}"), "request to convert CR to an invalid group/version: shop.example.org/v2");
  expect(await codes()).toEqual(["warning unreadable-owners"]);
});
