/** Fixes of whole files, as the session answers for them. */
import { afterEach, expect, test } from "vitest";
import type { Session } from "../../../server/session/model.ts";
import { applied } from "../../support/check.ts";
import { startSession } from "../../support/session.ts";

const open: Session[] = [];
afterEach(() => {
  for (const session of open.splice(0)) session.dispose();
});

function sessionWith(text: string, live: Readonly<Record<string, string>> = {}): Session {
  const { session, open: show } = startSession(live, { settings: { apply: { manager: "ci" } } });
  open.push(session);
  show("a.yaml", text);
  return session;
}

const generated = `apiVersion: batch/v1
kind: Job
metadata: {generateName: job-}
spec:
  backoffLimit: "3"
  template:
    spec:
      containers:
        - {name: a, image: a}
      restartPolicy: Never
`;

test("an object whose name the server makes up has its schema's fixes", async () => {
  const session = sessionWith(generated);
  const at = generated.indexOf("backoffLimit");
  const [fix] = await session.fixesAt("a.yaml", { start: at, end: at });
  expect(applied(generated, fix?.edits ?? [])).toBe(generated.replace('"3"', "3"));
  expect((await session.fixAllOf("a.yaml"))?.edits).toEqual(fix?.edits);
});

const configMap = (name: string, data: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: shop}\ndata:\n${data}`;
const owned = (name: string): string =>
  `${configMap(name, "  a: theirs\n  b: theirs\n").replace("namespace: shop", `namespace: shop, ${records}`)}`;
const records =
  'managedFields: [{manager: ops, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:a": {}, "f:b": {}}}}]';

test("all that is safe is fixed in each document, and nothing moves in the others", async () => {
  const text = ["one", "two", "three"].map((name) => configMap(name, "  a: ours # first\n  b: ours\n  c: ours\n")).join("---\n");
  const session = sessionWith(text, { "live/one.yaml": owned("one"), "live/three.yaml": owned("three") });
  const all = await session.fixAllOf("a.yaml");
  expect(all?.title).toBe("Fix all that is safe (4 findings)");
  const [one, two] = [configMap("one", "  c: ours\n"), configMap("two", "  a: ours # first\n  b: ours\n  c: ours\n")];
  expect(applied(text, all?.edits ?? [])).toBe([one, two, configMap("three", "  c: ours\n")].join("---\n"));
});

test("there is nothing to fix in a file that is broken, or without findings", async () => {
  expect(await sessionWith("apiVersion: v1\nkind: [").fixAllOf("a.yaml")).toBeUndefined();
  expect(await sessionWith(configMap("one", "  a: ours\n")).fixAllOf("a.yaml")).toBeUndefined();
  expect(await sessionWith("").fixAllOf("b.yaml")).toBeUndefined();
});
