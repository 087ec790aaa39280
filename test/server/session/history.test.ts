/** What a file once said tells a field that was dropped from one that it never had: earlier commits count, in trusted workspaces. */
import { chmodSync, existsSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { folderWith } from "../../support/folder.ts";
import { repositoryIn } from "../../support/repository.ts";
import { type SessionFixture, type SessionOverrides, startSession } from "../../support/session.ts";

afterEach(() => vi.unstubAllEnvs());

const keys = ["a", "b", "c", "d", "e"];
const configMap = (...data: readonly string[]): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\n  namespace: shop\ndata:\n${data.map((key) => `  ${key}: x\n`).join("")}`;
const live = JSON.stringify({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: {
    name: "web",
    namespace: "shop",
    managedFields: [
      {
        manager: "team-cd",
        operation: "Apply",
        apiVersion: "v1",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:data": Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) },
      },
    ],
  },
  data: Object.fromEntries(keys.map((key) => [key, "x"])),
});
const whole = configMap(...keys);
const dropped = configMap("a", "b", "c", "d");

/** The file was committed once with each of these texts; the last is opened. */
function start(texts: readonly string[], options: SessionOverrides = {}, more: Readonly<Record<string, string>> = {}): SessionFixture {
  const fixture = startSession({ "live/web.json": live, ...more }, options);
  const repository = repositoryIn(fixture);
  for (const text of texts) {
    fixture.write("apps/web.yaml", text);
    repository.commit();
  }
  fixture.open("apps/web.yaml", texts.at(-1) ?? "");
  return fixture;
}

const codesOf = async ({ session }: SessionFixture): Promise<readonly string[]> =>
  (await session.diagnosticsOf("apps/web.yaml")).map(({ code }) => code);
const hoverOf = async ({ session }: SessionFixture): Promise<string> =>
  (await session.hoverAt("apps/web.yaml", dropped.indexOf("ConfigMap")))?.markdown ?? "";
const partialLine = "This file is not all that `team-cd` sends: nothing is said of what it lacks";

test("a field of an earlier commit is missing; the answer comes without being waited for", async () => {
  const fixture = start([whole, dropped]);
  const { session } = fixture;
  expect(await codesOf(fixture)).toEqual([]);
  expect(await hoverOf(fixture)).toContain(partialLine);
  for (;;) {
    const refreshed = new Promise<void>((resolve) => {
      const stop = session.onRefresh(() => resolve(stop()));
    });
    if ((await codesOf(fixture)).length > 0) break;
    await refreshed;
  }
  expect(await codesOf(fixture)).toEqual(["removes-field"]);
  expect(await hoverOf(fixture)).not.toContain(partialLine);
  session.dispose();
});

test.each([
  ["no commit had it", [dropped, `${dropped}# later\n`]],
  ["another object of the file had it", [`${whole.replace("name: web", "name: api")}---\n${dropped}`, dropped]],
  ["the text that had it does not parse", [`${whole}x: [\n`, dropped]],
])("nothing is missing where %s", async (_, texts) => {
  const fixture = start(texts);
  await fixture.session.settled("apps/web.yaml");
  expect(await codesOf(fixture)).toEqual([]);
  expect(await hoverOf(fixture)).toContain(partialLine);
  fixture.session.dispose();
});

test("until the workspace is trusted git is not run", async () => {
  const { root, write } = folderWith();
  const program = write("git", `#!/bin/sh\necho ran >> '${root}/ran'\n`);
  chmodSync(program, 0o755);
  vi.stubEnv("PATH", `${root}${path.delimiter}${process.env.PATH}`);
  const fixture = start([whole, dropped], { trusted: false });
  await fixture.session.settled("apps/web.yaml");
  expect(await codesOf(fixture)).toEqual([]);
  expect(await hoverOf(fixture)).toContain(partialLine);
  expect(existsSync(path.join(root, "ran"))).toBe(false);
  fixture.session.dispose();
  const trusted = start([whole, dropped], { trusted: true });
  await trusted.session.settled("apps/web.yaml");
  expect(existsSync(path.join(root, "ran"))).toBe(true);
  trusted.session.dispose();
});

test("once it is trusted it is", async () => {
  const fixture = start([whole, dropped], { trusted: false });
  expect(await codesOf(fixture)).toEqual([]);
  fixture.session.trust();
  await fixture.session.settled("apps/web.yaml");
  expect(await codesOf(fixture)).toEqual(["removes-field"]);
  fixture.session.dispose();
});

test.each([
  ["manager: team-cd", ["removes-field"]],
  ["manager: team-cd, partial: true", []],
  ["partial: true", []],
  ["partial: false", ["removes-field"]],
])("by .field-ownership.yaml: %s", async (rule, codes) => {
  const fixture = start(
    [rule === "partial: true" ? whole : dropped, dropped],
    {},
    { ".field-ownership.yaml": `paths:\n- {path: '**', ${rule}}\n` },
  );
  await fixture.session.settled("apps/web.yaml");
  expect(await codesOf(fixture)).toEqual(codes);
  expect((await hoverOf(fixture)).includes(partialLine)).toBe(codes.length === 0);
  fixture.session.dispose();
});

test("a comment in the file means the whole, unless it is configured otherwise", async () => {
  const named = `# field-manager: team-cd\n${dropped}`;
  const fixture = start([named]);
  expect(await codesOf(fixture)).toEqual(["removes-field"]);
  fixture.session.dispose();
  const partial = start([named], {}, { ".field-ownership.yaml": "paths:\n- {path: '**', partial: true}\n" });
  expect(await codesOf(partial)).toEqual([]);
  partial.session.dispose();
});
