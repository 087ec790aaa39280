import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createOpenApi, type OpenApi } from "../../../server/cluster/openapi.ts";
import type { SchemaFiles } from "../../../server/cluster/schemaFiles.ts";
import { printJson } from "../../../shared/fieldpath/json.ts";
import type { Value } from "../../../shared/fieldpath/value.ts";
import { bundledKind } from "../../../shared/schema/bundled.ts";
import type { SchemaType } from "../../../shared/schema/model.ts";
import { fieldType, resolve } from "../../../shared/schema/resolve.ts";
import { openApiDocument } from "../../conformance/data.ts";
import { fakeConnection } from "../../support/connection.ts";

const never = new AbortController().signal;
const address = (version: string, hash = "1"): string => `/openapi/v3/apis/${version}?hash=${hash}`;

/** An index with these addresses by group-version. */
const index = (addresses: Readonly<Record<string, string>>): object => ({
  paths: Object.fromEntries(Object.entries(addresses).map(([version, url]) => [`apis/${version}`, { serverRelativeURL: url }])),
});

/** A document whose kinds have `tags`, a list of a type. */
const document = (kinds: Readonly<Record<string, string>>): object => ({
  components: {
    schemas: Object.fromEntries(
      Object.entries(kinds).map(([kind, listType]) => [
        `dev.x.v1.${kind}`,
        {
          type: "object",
          properties: { tags: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": listType } },
          "x-kubernetes-group-version-kind": [{ group: "x.dev", version: "v1", kind }],
        },
      ]),
    ),
  },
});

function start(answers: Readonly<Record<string, object>>, files?: SchemaFiles, server = "https://a") {
  const connection = fakeConnection(answers);
  const changes = vi.fn();
  const openApi = createOpenApi(connection, { files, server, onChange: changes });
  return { connection, changes, openApi };
}

const listType = (type: SchemaType | undefined | "unknown"): string | undefined => {
  if (type === undefined || type === "unknown") return type;
  const tags = fieldType(type, "tags");
  return tags && resolve(tags)?.list?.relationship;
};
const gadget = async (openApi: OpenApi): Promise<string | undefined> => listType(await openApi.typeOf("x.dev/v1", "Gadget", never));

/** Files in memory. */
function memory(): SchemaFiles & { readonly kept: Map<string, Value> } {
  const kept = new Map<string, Value>();
  return { kept, read: async (key) => kept.get(key), write: async (key, value) => void kept.set(key, value) };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("a kind's schema costs the index and one document, the next one of its group-version nothing", async () => {
  const { connection, openApi } = start({
    "/openapi/v3": index({ "x.dev/v1": address("x.dev/v1"), "y.dev/v1": address("y.dev/v1") }),
    [address("x.dev/v1")]: document({ Gadget: "set", Widget: "atomic" }),
  });
  expect(await gadget(openApi)).toBe("associative");
  expect(listType(await openApi.typeOf("x.dev/v1", "Widget", never))).toBe("atomic");
  expect(await openApi.typeOf("x.dev/v1", "Missing", never)).toBeUndefined();
  expect(await openApi.typeOf("z.dev/v1", "Gadget", never)).toBeUndefined();
  expect(connection.requests).toEqual(["/openapi/v3", address("x.dev/v1")]);
});

test("a warm start asks for nothing but the index; another server's files are not taken", async () => {
  const files = memory();
  const answers = { "/openapi/v3": index({ "x.dev/v1": address("x.dev/v1") }), [address("x.dev/v1")]: document({ Gadget: "set" }) };
  expect(await gadget(start(answers, files).openApi)).toBe("associative");
  expect(files.kept.size).toBe(1);
  const warm = start(answers, files);
  expect(await gadget(warm.openApi)).toBe("associative");
  expect(warm.connection.requests).toEqual(["/openapi/v3"]);
  const other = start(answers, files, "https://b");
  await gadget(other.openApi);
  expect(other.connection.requests).toHaveLength(2);
});

test("a changed definition is noticed within half a minute; a kind that did not change keeps its type", async () => {
  const { connection, changes, openApi } = start({
    "/openapi/v3": index({ "x.dev/v1": address("x.dev/v1") }),
    [address("x.dev/v1")]: document({ Gadget: "set", Widget: "set" }),
  });
  expect(await gadget(openApi)).toBe("associative");
  const widget = await openApi.typeOf("x.dev/v1", "Widget", never);
  connection.answer("/openapi/v3", index({ "x.dev/v1": address("x.dev/v1", "2") }));
  connection.answer(address("x.dev/v1", "2"), document({ Gadget: "atomic", Widget: "set" }));
  expect(await gadget(openApi)).toBe("associative");
  expect(changes).not.toHaveBeenCalled();

  vi.advanceTimersByTime(30_000);
  expect(await gadget(openApi)).toBe("atomic");
  expect(await openApi.typeOf("x.dev/v1", "Widget", never)).toBe(widget);
  expect(changes).toHaveBeenCalledTimes(1);
  expect(connection.requests.filter((path) => path === "/openapi/v3")).toHaveLength(2);
});

test("a kind without schema may just have got one: the index is read again, but not each time", async () => {
  const { connection, openApi } = start({
    "/openapi/v3": index({ "x.dev/v1": address("x.dev/v1") }),
    [address("x.dev/v1")]: document({ Widget: "set" }),
  });
  expect(await gadget(openApi)).toBeUndefined();
  connection.answer("/openapi/v3", index({ "x.dev/v1": address("x.dev/v1", "2") }));
  connection.answer(address("x.dev/v1", "2"), document({ Widget: "set", Gadget: "set" }));
  expect(await gadget(openApi)).toBeUndefined();
  expect(connection.requests).toHaveLength(2);
  vi.advanceTimersByTime(2_000);
  expect(await gadget(openApi)).toBe("associative");
});

test("on demand it is noticed at once, and so is a removed one", async () => {
  const { connection, openApi } = start({
    "/openapi/v3": index({ "x.dev/v1": address("x.dev/v1") }),
    [address("x.dev/v1")]: document({ Gadget: "set" }),
  });
  expect(await gadget(openApi)).toBe("associative");
  connection.answer("/openapi/v3", index({}));
  openApi.refresh();
  expect(await gadget(openApi)).toBeUndefined();
});

test("a server that cannot be asked any more leaves what it said; one that never answered leaves it unknown", async () => {
  const { connection, openApi } = start({
    "/openapi/v3": index({ "x.dev/v1": address("x.dev/v1"), "y.dev/v1": address("y.dev/v1") }),
    [address("x.dev/v1")]: document({ Gadget: "set" }),
    [address("y.dev/v1")]: { state: "slow", message: "slow" },
  });
  expect(await gadget(openApi)).toBe("associative");
  expect(await openApi.typeOf("y.dev/v1", "Gadget", never)).toBe("unknown");
  connection.answer("/openapi/v3", { state: "unreachable", message: "gone" });
  openApi.refresh();
  expect(await gadget(openApi)).toBe("associative");
  expect(await openApi.typeOf("y.dev/v1", "Gadget", never)).toBe("unknown");
});

test.each([
  { state: "denied", message: "forbidden" },
  { state: "notFound", name: undefined, message: "404" },
  {},
  { paths: 3 },
  { paths: { "apis/x.dev/v1": { serverRelativeURL: "https://elsewhere/" } } },
])("a server that publishes nothing has no schema: %o", async (answer) => {
  const { openApi } = start({ "/openapi/v3": answer });
  expect(await openApi.typeOf("x.dev/v1", "Gadget", never)).toBeUndefined();
});

test("a document whose address does not change with it is not kept on disk, and read again after a minute", async () => {
  const files = memory();
  const unnamed = "/openapi/v3/apis/x.dev/v1";
  const { connection, openApi } = start({ "/openapi/v3": index({ "x.dev/v1": unnamed }), [unnamed]: document({ Gadget: "set" }) }, files);
  expect(await gadget(openApi)).toBe("associative");
  expect(files.kept.size).toBe(0);
  connection.answer(unnamed, document({ Gadget: "atomic" }));
  vi.advanceTimersByTime(60_000);
  expect(await gadget(openApi)).toBe("atomic");
});

test("a schema that the server itself cannot use is none", async () => {
  const { openApi } = start({
    "/openapi/v3": index({ "x.dev/v1": address("x.dev/v1") }),
    [address("x.dev/v1")]: document({ Gadget: "nonsense", Widget: "set" }),
  });
  expect(await gadget(openApi)).toBeUndefined();
  expect(listType(await openApi.typeOf("x.dev/v1", "Widget", never))).toBe("associative");
});

test("a server of the bundled version has the bundled types, another its own", async () => {
  const apps = printJson(openApiDocument("1.37", "apps__v1"));
  const asked = async (text: string): Promise<SchemaType | undefined | "unknown"> =>
    start({ "/openapi/v3": index({ "apps/v1": address("apps/v1") }), [address("apps/v1")]: JSON.parse(text) as object }).openApi.typeOf(
      "apps/v1",
      "Deployment",
      never,
    );
  const bundled = bundledKind("apps/v1", "Deployment")?.type;
  expect(await asked(apps)).toBe(bundled);
  const other = await asked(apps.replaceAll('"minReadySeconds"', '"leastReadySeconds"'));
  expect(other).not.toBe(bundled);
  expect(other).not.toBeUndefined();
});
