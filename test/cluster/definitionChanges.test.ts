/** What a changed definition does to the records of its objects: foretold of the definition's manifest, and so it is. */
import { describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { findingsFor } from "./ask.ts";
import type { ClusterObject } from "./connect.ts";
import { applyNow, define, playWrite } from "./play.ts";
import { sharedServer } from "./sharedServer.ts";

const cluster = sharedServer();

const keyed = (...keys: readonly string[]): string => `x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [${keys}], `;
const atomic = "x-kubernetes-list-type: atomic, ";

interface Change {
  readonly title: string;
  readonly kind: string;
  /** Of the list in the definition, before and after. */
  readonly was: string;
  readonly is: string;
  readonly words: string;
  /** Items by their manager, applied before. */
  readonly held: Readonly<Record<string, string>>;
  /** Who applies what after the change, and what it comes to: the list, or what the server says. */
  readonly afterwards: readonly (readonly [manager: string, items: string, force: boolean, outcome: unknown])[];
}

const items = (...names: readonly string[]) => names.map((text) => ({ name: text[0], port: 1, v: text.slice(1) }));

const changes: readonly Change[] = [
  {
    title: "a keyed list becomes atomic",
    kind: "Keyed",
    was: keyed("name"),
    is: atomic,
    words: "Whoever holds an item of it then holds the whole list",
    held: { a: "[{name: x, v: '1'}]", b: "[{name: y, v: '1'}]" },
    afterwards: [
      ["a", "[{name: x, v: '1'}]", false, 'conflict with "b": .spec.list'],
      ["a", "[{name: x, v: '1'}]", true, items("x1")],
    ],
  },
  {
    title: "an atomic list becomes keyed",
    kind: "Whole",
    was: atomic,
    is: keyed("name"),
    words: "Its owner keeps only what it applies next",
    held: { a: "[{name: x, v: '1'}, {name: y, v: '1'}]" },
    afterwards: [
      ["b", "[{name: y, v: '2'}]", false, items("x1", "y2")],
      ["a", "[{name: x, v: '1'}]", false, items("x1", "y2")],
      ["b", "[{name: x, v: '2'}]", false, 'conflict with "a": .spec.list[name="x"].v'],
    ],
  },
  {
    title: "a keyed list gets another key",
    kind: "Rekeyed",
    was: keyed("name"),
    is: keyed("name", "port"),
    words: "What was recorded by the old keys means nothing any more",
    held: { a: "[{name: x, v: '1'}, {name: y, v: '1'}]" },
    afterwards: [
      ["b", "[{name: x, v: '2'}]", false, items("x2", "y1")],
      ["a", "[{name: y, v: '1'}]", false, items("x2", "y1")],
    ],
  },
];

describe.each(changes)("$title", ({ kind, was, is, words, held, afterwards }) => {
  test("is foretold, and so it is", async () => {
    await define(cluster, definition(kind, list(was)));
    for (const [by, own] of Object.entries(held)) await playWrite(cluster, { by, apply: object(kind, own) }, parse(object(kind, own)));
    expect(await warnings(definition(kind, list(is)))).toEqual([expect.stringContaining(words)]);

    await applyNow(cluster, definition(kind, list(is)), "setup", false);
    expect(await warnings(definition(kind, list(is)))).toEqual([]);
    for (const [manager, own, force, outcome] of afterwards) {
      // The server takes a moment to see its new definition.
      await vi.waitFor(async () => expect(await outcomeOf(kind, own, manager, force)).toEqual(outcome), { timeout: 20_000, interval: 200 });
    }
  });
});

test("a version in which objects are stored cannot go", async () => {
  await define(cluster, definition("Stored", list(atomic)));
  const renamed = definition("Stored", list(atomic)).replace("name: v1,", "name: v2,");
  expect(await warnings(renamed)).toEqual([expect.stringContaining("The API server refuses that while status.storedVersions names v1")]);
  expect(await applyNow(cluster, renamed, "setup", false)).toContain(
    "v1 was previously a storage version, and must remain in spec.versions",
  );
});

async function warnings(text: string): Promise<readonly string[]> {
  const found = await findingsFor(cluster.kubeconfig, `# field-manager: setup\n${text}`, { force: "off" });
  return found.filter(({ severity }) => severity !== "hint").map(({ message }) => message);
}

async function outcomeOf(kind: string, own: string, manager: string, force: boolean): Promise<unknown> {
  const reply = JSON.parse(await applyNow(cluster, object(kind, own), manager, force)) as ClusterObject & {
    readonly message?: string;
    readonly spec?: { readonly list: unknown };
  };
  return reply.spec?.list ?? reply.message?.replace(/^.*: (?=conflict)/, "");
}

function object(kind: string, own: string): string {
  return `apiVersion: changed.example.org/v1\nkind: ${kind}\nmetadata: {name: one}\nspec: {list: ${own}}\n`;
}

function list(keywords: string): string {
  const properties = "{name: {type: string}, port: {type: integer, default: 1}, v: {type: string}}";
  return `{type: array, ${keywords}items: {type: object, required: [name], properties: ${properties}}}`;
}

function definition(kind: string, schema: string): string {
  const plural = `${kind.toLowerCase()}s`;
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${plural}.changed.example.org}
spec:
  group: changed.example.org
  scope: Namespaced
  names: {plural: ${plural}, singular: ${kind.toLowerCase()}, kind: ${kind}}
  versions:
    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {list: ${schema}}}}}}}
`;
}
