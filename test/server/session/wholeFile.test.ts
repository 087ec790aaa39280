/** Findings that rest on more than one document and one text: objects named twice, and fields that an earlier text of the file had. */
import { expect, test } from "vitest";
import { startSession } from "../../support/session.ts";

const configMap = (name: string, data: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: shop\ndata:\n${data}`;

/** The live object with these keys, all held by one applier. */
function live(name: string, ...keys: readonly string[]): string {
  const fields = Object.fromEntries(keys.map((key) => [`f:${key}`, {}]));
  const entry = { manager: "ci", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: { "f:data": fields } };
  const data = Object.fromEntries(keys.map((key) => [key, "x"]));
  return JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "shop", managedFields: [entry] }, data });
}

test("the second of two equal names is marked and points at the first, as long as both are there", async () => {
  const { session, open } = startSession();
  const first = configMap("web", "  a: x\n  b: x\n");
  const second = configMap("web", "  a: x\n");
  const text = `# mine\n${first}---\n${configMap("api", "  a: x\n")}---\n${second}`;
  open("web.yaml", text);
  const [finding, ...more] = await session.diagnosticsOf("web.yaml");
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ code: "same-object-twice", document: 2, message: expect.stringContaining("deletes .data.b") });
  expect(text.slice(finding?.range.start).startsWith("name: web")).toBe(true);
  const [related] = finding?.related ?? [];
  expect(text.slice(related?.range.start, related?.range.end)).toBe("apiVersion: v1");
  expect(related?.range.start).toBe(text.indexOf("apiVersion"));

  // The document with the finding stays the same in all that follows.
  const changes = [text.replace("  b: x\n", "  b: x\n  c: x\n"), text.replace("name: web", "name: other"), text];
  const found: (string | undefined)[] = [];
  for (const [version, changed] of changes.entries()) {
    session.change("web.yaml", changed, version + 2);
    found.push((await session.diagnosticsOf("web.yaml"))[0]?.message.match(/deletes (.*), which/)?.[1]);
  }
  expect(found).toEqual([".data.b and .data.c", undefined, ".data.b"]);
  session.dispose();
});

test("a line that goes while somebody edits is a removal; a field that the file never had is somebody else's part", async () => {
  const { session, open } = startSession({ "live/web.json": live("web", "a", "b", "c", "d") });
  const codes = async (): Promise<string[]> => (await session.diagnosticsOf("web.yaml")).map(({ code }) => code);
  const whole = configMap("web", "  a: x\n  b: x\n  c: x\n  d: x\n");
  open("web.yaml", whole);
  expect(await codes()).toEqual([]);
  session.change("web.yaml", whole.replace("  b: x\n", ""), 2);
  expect(await codes()).toEqual(["removes-field"]);
  session.save("web.yaml");
  expect(await codes()).toEqual(["removes-field"]);
  session.close("web.yaml");
  // Who opens it now cannot tell whether it is a part of what is applied.
  open("web.yaml", whole.replace("  b: x\n", ""));
  expect(await codes()).toEqual([]);
  session.dispose();
});
