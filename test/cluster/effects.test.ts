/** What we foretell of an apply beside the fields that it sets, and what the real server then does. */
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { PlacedFinding } from "../../server/session/model.ts";
import { findingsFor, fixedText } from "./ask.ts";
import { applyNow, kubectlApply, playHistory, readLive } from "./play.ts";
import { type EffectScenario, effects } from "./scenarios/effects.ts";
import { exportEffects } from "./scenarios/exportEffects.ts";
import { immutable } from "./scenarios/immutable.ts";
import { lockedFields } from "./scenarios/lockedFields.ts";
import { spelledEffects } from "./scenarios/spellings.ts";
import { textEffects } from "./scenarios/textEffects.ts";
import { sharedServer } from "./sharedServer.ts";
import { at } from "./valueAt.ts";

const cluster = sharedServer();

describe.each([...effects, ...immutable, ...lockedFields, ...textEffects, ...exportEffects, ...spelledEffects])("$title", (scenario) => {
  const text = `# field-manager: ${scenario.manager}\n${scenario.manifest}`;
  const { fix, force = false } = scenario;
  const settings = { force: force ? "on" : "off" } as const;
  let findings: readonly PlacedFinding[];
  beforeAll(async () => {
    await playHistory(cluster, scenario);
    findings = await findingsFor(cluster.kubeconfig, text, settings);
  });

  test("is foretold", () => {
    expect(findings.map(({ code }) => code)).toEqual(scenario.code === undefined ? [] : [scenario.code].flat());
    expect(findings[0]?.message ?? "").toContain(scenario.words ?? "");
  });

  if (fix !== undefined) {
    test("and its fix makes it good", async () => {
      const fixed = await fixedText(cluster.kubeconfig, text, settings, fix.id);
      expect(fixed).not.toBe(text);
      expect(await findingsFor(cluster.kubeconfig, fixed, settings)).toEqual([]);
      expect(await applyNow(cluster, fixed, scenario.manager, force)).not.toContain('"status":"Failure"');
      expect(await liveAt(scenario)).toEqual(fix.leaves);
    });
  }

  test("and so it is", async () => {
    const { refused, manager, manifest } = scenario;
    if (scenario.through === "kubectl") {
      const { code, stderr } = await kubectlApply(cluster, manifest, manager);
      expect(stderr).toContain(refused ?? "");
      expect(code === 0).toBe(refused === undefined);
    } else {
      const reply = await applyNow(cluster, manifest, manager, force);
      if (refused === undefined) expect(reply).not.toContain('"status":"Failure"');
      else expect(reply).toContain(refused);
    }
    expect(await liveAt(scenario)).toEqual(scenario.becomes);
  });
});

/** What the live object holds at the path of a scenario; undefined too where there is no such object. */
async function liveAt({ manifest, path }: EffectScenario): Promise<unknown> {
  return at(parse((await readLive(cluster, manifest.split(/^(?:---|\.\.\.)$/m, 1)[0] ?? "")) ?? ""), path);
}
