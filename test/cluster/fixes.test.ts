/** Every fix, and what the real server makes of its result: the text is applied, the command is run in a shell. */
import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { fixes } from "../../server/fixes/fixes.ts";
import { folderWith } from "../support/folder.ts";
import { type FixResult, findingsFor, fixesFor } from "./ask.ts";
import { applyNow, playHistory, readLive } from "./play.ts";
import { copiedCommands } from "./scenarios/copiedCommands.ts";
import { textFixes } from "./scenarios/fixes.ts";
import { liveFixes } from "./scenarios/liveFixes.ts";
import { sharedServer } from "./sharedServer.ts";
import { at } from "./valueAt.ts";

const fixScenarios = [...textFixes, ...liveFixes, ...copiedCommands];
const cluster = sharedServer();
const programs = folderWith().root;
symlinkSync(cluster.kubectlPath, `${programs}/kubectl`);

test("none is left out", () => {
  const tried = new Set(fixScenarios.map(({ fix }) => fix));
  expect(fixes.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
});

describe.each(fixScenarios)("$fix: $title", (scenario) => {
  const { manager, force = false, us = [], code, manifest } = scenario;
  const apply = { force: force ? "on" : "off" } as const;
  const text = manager === undefined ? manifest : `# field-manager: ${manager}\n${manifest}`;
  let fix: FixResult | undefined;
  beforeAll(async () => {
    await playHistory(cluster, scenario);
    const offered = await fixesFor(cluster.kubeconfig, text, { apply, us, code });
    fix = offered.find(({ id }) => id === scenario.fix);
    expect(offered.map(({ id }) => id)).toContain(scenario.fix);
  });

  test("its result is what it promises", async () => {
    expect(fix?.copies === undefined).toBe(scenario.changes === undefined);
    const before = parse((await readLive(cluster, manifest)) ?? "");
    if (fix?.copies !== undefined) runInShell(fix.copies);
    const changed = parse((await readLive(cluster, manifest)) ?? "");
    for (const [path, value] of scenario.changes ?? []) expect([path, at(changed, path)]).toEqual([path, value]);
    expect(differences(before, changed)).toBe(scenario.changes?.length ?? 0);

    const after = fix?.text ?? "";
    const findings = await findingsFor(cluster.kubeconfig, after, apply);
    expect(findings.map((finding) => finding.code).filter((found) => found === code)).toEqual([]);
    const applier = /^# field-manager: (\S+)/.exec(after)?.[1] ?? "";
    expect(await applyNow(cluster, after, applier, force)).not.toContain('"Failure"');
    const live = parse((await readLive(cluster, manifest)) ?? "");
    for (const [path, value] of scenario.holds) expect([path, at(live, path)]).toEqual([path, value]);
    if (scenario.records !== undefined) expect(recordsOf(live)).toEqual(scenario.records);
  });
});

/** As a person pastes it. It names its cluster itself: nothing of ours is in the environment. */
function runInShell(copied: string): void {
  const env = { PATH: `${programs}:/usr/bin:/bin`, HOME: programs };
  execFileSync("sh", { input: `set -e\n${copied}`, env, cwd: programs, stdio: ["pipe", "ignore", "pipe"] });
}

function recordsOf(live: {
  readonly metadata: { readonly managedFields: readonly { readonly manager: string; readonly subresource?: string }[] };
}) {
  return live.metadata.managedFields
    .filter(({ subresource }) => subresource === undefined)
    .map(({ manager }) => manager)
    .sort();
}

/** In how many places two objects differ; what the server notes of each write apart. */
function differences(a: unknown, b: unknown, path = ""): number {
  if (/^\/(metadata\/(managedFields|resourceVersion|generation)|status)/.test(path)) return 0;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b ? 0 : 1;
  const [one, other] = [keyed(a), keyed(b)];
  return [...new Set([...one.keys(), ...other.keys()])].reduce(
    (sum, key) => sum + differences(one.get(key), other.get(key), `${path}/${key}`),
    0,
  );
}

/** Items of a list by their name, where they have one. */
function keyed(value: object): ReadonlyMap<string, unknown> {
  const nameOf = (item: unknown, index: number): string => (item as { readonly name?: string } | null)?.name ?? String(index);
  return new Map(Array.isArray(value) ? value.map((item, index) => [nameOf(item, index), item]) : Object.entries(value));
}
