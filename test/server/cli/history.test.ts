/** On the command line git is asked too, before the findings are printed. */
import path from "node:path";
import { expect, test } from "vitest";
import { run } from "../../../server/cli/run.ts";
import { playedCluster } from "../../support/cluster.ts";
import { repositoryWith } from "../../support/repository.ts";

const configMap = (name: string, keys: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: shop}\ndata: {${[...keys].map((key) => `${key}: x`).join(", ")}}\n`;
const live = (name: string): string => `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
  namespace: shop
  managedFields:
  - {manager: team-cd, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {"f:data": {"f:a": {}, "f:b": {}, "f:c": {}, "f:d": {}, "f:e": {}}}}
data: {a: x, b: x, c: x, d: x, e: x}
`;

test.each(["-f apps", "-f apps/one.yaml -f apps/two.yaml"])("what earlier commits had is missing: %s", async (inputs) => {
  const { root, write, commit } = repositoryWith({
    "apps/one.yaml": configMap("one", "abcde"),
    "apps/two.yaml": configMap("two", "abcd"),
    "live/one.yaml": live("one"),
    "live/two.yaml": live("two"),
  });
  write("apps/one.yaml", configMap("one", "abcd"));
  commit();
  const out: string[] = [];
  await run(["check", ...inputs.split(" "), "--live", "live"], {
    cwd: root,
    variables: {},
    terminal: false,
    stdout: (text) => void out.push(text),
    stderr: () => undefined,
    stdin: async () => Buffer.from(""),
    now: () => Date.parse("2026-11-30T12:00:00Z"),
    cluster: async () => playedCluster().cluster,
    version: () => "1.2.3",
  });
  const found = out
    .join("")
    .split("\n")
    .filter((line) => line.includes("["));
  expect(found).toEqual([expect.stringMatching(/one\.yaml:4:1: information: .*\.data\.e.*\[removes-field\]$/)]);
  expect(found[0]).toContain(path.join("apps", "one.yaml"));
});
