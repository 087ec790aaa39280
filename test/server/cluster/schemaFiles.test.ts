import { readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createSchemaFiles, schemaFolder } from "../../../server/cluster/schemaFiles.ts";
import { parseJson } from "../../../shared/fieldpath/json.ts";
import { stringAt, valueAt } from "../../../shared/fieldpath/value.ts";
import { folderWith } from "../../support/folder.ts";

const document = (text: string) => parseJson(text).value;
const named = (name: string) => document(JSON.stringify({ components: { schemas: { [name]: { type: "object" } } } }));
const folder = (): string => path.join(folderWith().root, "deep", "schemas");
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

test("what is written is read again, by another process too, and readable by its owner only", async () => {
  const at = folder();
  await createSchemaFiles({ folder: at }).write("a", named("Gadget"));
  const files = createSchemaFiles({ folder: at });
  expect(await files.read("a")).toEqual(named("Gadget"));
  expect(await files.read("b")).toBeUndefined();
  const [file = ""] = readdirSync(at);
  if (process.platform !== "win32") expect(statSync(path.join(at, file)).mode & 0o777).toBe(0o600);
});

test("prose and paths are left out, fields of such names are not", async () => {
  const files = createSchemaFiles({ folder: folder() });
  const properties = { description: { type: "string", description: "prose" }, paths: { type: "object", default: { description: "kept" } } };
  await files.write("a", document(JSON.stringify({ paths: {}, components: { schemas: { A: { description: "prose", properties } } } })));
  const read = await files.read("a");
  expect(valueAt(read, "paths")).toBeUndefined();
  const at = ["components", "schemas", "A"];
  expect(stringAt(read, ...at, "description")).toBeUndefined();
  expect(stringAt(read, ...at, "properties", "description", "type")).toBe("string");
  expect(stringAt(read, ...at, "properties", "description", "description")).toBeUndefined();
  expect(stringAt(read, ...at, "properties", "paths", "default", "description")).toBe("kept");
});

test.each<[string, (file: string) => void]>([
  ["empty", (file) => truncateSync(file, 0)],
  ["cut off", (file) => truncateSync(file, 80)],
  ["changed", (file) => writeFileSync(file, readFileSync(file, "utf8").replace("Gadget", "Widget"))],
  ["no JSON", (file) => writeFileSync(file, "{")],
])("a file that is %s is as good as none, and is written anew", async (_, damage) => {
  const at = folder();
  const files = createSchemaFiles({ folder: at });
  await files.write("a", named("Gadget"));
  for (const file of readdirSync(at)) damage(path.join(at, file));
  expect(await files.read("a")).toBeUndefined();
  await files.write("a", named("Gadget"));
  expect(await files.read("a")).toEqual(named("Gadget"));
});

test("where nothing can be written nothing fails", async () => {
  const files = createSchemaFiles({ folder: path.join(folderWith().write("taken", ""), "schemas") });
  await files.write("a", named("Gadget"));
  expect(await files.read("a")).toBeUndefined();
});

test("the longest unread of too many goes", async () => {
  const at = folder();
  const all = ["first", "second", "third", "fourth"];
  const bytes = Buffer.byteLength(`${"0".repeat(64)}\n{"components":{"schemas":{"Gadget":{"type":"object"}}}}`);
  const files = createSchemaFiles({ folder: at, mostBytes: 3 * bytes });
  for (const key of all.slice(0, 3)) await files.write(key, named("Gadget"));
  for (const file of readdirSync(at)) utimesSync(path.join(at, file), daysAgo(10), daysAgo(10));
  for (const key of ["first", "third"]) expect(await files.read(key)).toBeDefined();

  await files.write("fourth", named("Gadget"));

  const kept = await Promise.all(all.map(async (key) => ((await files.read(key)) === undefined ? [] : [key])));
  expect(kept.flat()).toEqual(["first", "third", "fourth"]);
});

test("what nobody read for a month goes, drafts after a day; files of others stay", async () => {
  const at = folder();
  const files = createSchemaFiles({ folder: at });
  await files.write("old", named("Gadget"));
  for (const file of readdirSync(at)) utimesSync(path.join(at, file), daysAgo(31), daysAgo(31));
  for (const [name, age] of [
    ["x.schema1.json.draft", 2],
    ["y.schema1.json.draft", 0],
    ["notes.txt", 100],
  ] as const) {
    writeFileSync(path.join(at, name), "");
    utimesSync(path.join(at, name), daysAgo(age), daysAgo(age));
  }

  await files.write("new", named("Gadget"));

  expect(await files.read("old")).toBeUndefined();
  expect(await files.read("new")).toBeDefined();
  expect(
    readdirSync(at)
      .filter((name) => !name.endsWith(".json"))
      .sort(),
  ).toEqual(["notes.txt", "y.schema1.json.draft"]);
});

test("the folder is the one of the system for such files", () => {
  const name = path.join("kubernetes-field-ownership", "schemas");
  expect(schemaFolder({}, "linux", "/home/me")).toBe(path.join("/home/me", ".cache", name));
  expect(schemaFolder({ XDG_CACHE_HOME: "/fast" }, "linux", "/home/me")).toBe(path.join("/fast", name));
  expect(schemaFolder({ XDG_CACHE_HOME: "relative" }, "linux", "/home/me")).toBe(path.join("/home/me", ".cache", name));
  expect(schemaFolder({ XDG_CACHE_HOME: "/fast" }, "darwin", "/Users/me")).toBe(path.join("/Users/me", "Library", "Caches", name));
  expect(schemaFolder({}, "win32", "/me")).toBe(path.join("/me", "AppData", "Local", name));
  expect(schemaFolder({ LOCALAPPDATA: path.resolve("/data") }, "win32", "/me")).toBe(path.join(path.resolve("/data"), name));
});
