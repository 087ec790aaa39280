/**
 * Each scenario is written to a real server; then the session, the language server and the real server are asked about the same
 * manifest. What we predict must be what kubectl gets, and after our fix nobody else's field may have changed.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Prediction } from "../../shared/ownership/predict.ts";
import type { LspClient } from "../support/lspClient.ts";
import { dropFix, predictionOf, type Shown, show } from "./ask.ts";
import { startLanguageServer } from "./languageServer.ts";
import { othersFields } from "./othersFields.ts";
import { kubectlApply, playHistory, readLive, type Verdict, verdictOf } from "./play.ts";
import { customResources } from "./scenarios/customResources.ts";
import { deployments } from "./scenarios/deployments.ts";
import { otherKinds } from "./scenarios/otherKinds.ts";
import { spellings } from "./scenarios/spellings.ts";
import { sharedServer } from "./sharedServer.ts";

const cluster = sharedServer();
let editor: LspClient;
beforeAll(async () => {
  editor = await startLanguageServer({ settings: { cluster: { connect: "auto", kubeconfig: cluster.kubeconfig } } });
});
afterAll(() => editor.stop());

describe.each([...deployments, ...otherKinds, ...customResources, ...spellings])("$title", (scenario) => {
  const { manager, expected } = scenario;
  const text = `# field-manager: ${manager}\n${scenario.manifest}`;
  let before: string | undefined;
  let verdict: Verdict;
  let prediction: Prediction;
  let shown: Shown;

  beforeAll(async () => {
    await playHistory(cluster, scenario);
    before = await readLive(cluster, text);
    verdict = await verdictOf(cluster, text, manager);
    prediction = await predictionOf(cluster.kubeconfig, text);
    shown = await show(editor, text);
  });
  afterAll(() => editor.close(shown.uri));

  test("the server answers as the scenario says", () => {
    if (expected.answer === "accepted") expect(verdict.message).toBe("");
    if (expected.answer === "refused") expect(verdict.message).toContain(expected.because);
    if (expected.answer === "conflict") expect(verdict.conflicts.map(({ path }) => path)).toEqual(expected.paths);
  });

  if (expected.answer === "undecided") {
    test("nothing is claimed", async () => {
      expect(prediction).toMatchObject({ verdict: "undecided", serverMessage: undefined, uncertain: [expect.any(String)] });
      expect(shown.conflicts).toEqual([]);
    });
    return;
  }

  test("the prediction is the server's answer, byte for byte", () => {
    expect(prediction.serverMessage ?? "").toBe(verdict.message);
    expect(prediction.uncertain).toEqual([]);
    expect(prediction.verdict).toMatch(expected.answer === "accepted" ? /^(creates|changes|unchanged)$/ : expected.answer);
  });

  test("the squiggles are the conflicts, each naming its owner", () => {
    const paths = verdict.conflicts.map(({ path }) => path);
    expect(shown.conflicts.map(({ path }) => path).filter((path) => !paths.includes(path))).toEqual([]);
    // Of many findings of an object three are shown, and the last says how many more there are.
    expect(shown.conflicts).toHaveLength(Math.min(3, new Set(paths).size));
    for (const { path, diagnostic } of shown.conflicts) {
      const owners = verdict.conflicts.filter((conflict) => conflict.path === path).map((conflict) => conflict.manager);
      expect(diagnostic.message).toContain(`${path} is`);
      for (const owner of owners) expect(diagnostic.message).toContain(owner);
    }
  });

  if (expected.answer !== "conflict") {
    test("kubectl gets the predicted answer", async () => {
      const { code, stderr } = await kubectlApply(cluster, text, manager);
      expect(stderr).toContain(verdict.message);
      expect(code).toBe(expected.answer === "accepted" ? 0 : 1);
      const after = await readLive(cluster, text);
      expect(prediction.verdict === "creates").toBe(before === undefined && after !== undefined);
      expect(["unchanged", "refused"].includes(prediction.verdict)).toBe(after === before);
    });
    return;
  }

  test("kubectl is refused with the predicted message, and accepted after the fix", async () => {
    const refused = await kubectlApply(cluster, text, manager);
    expect(refused.stderr).toContain(`error: ${prediction.serverMessage}\nPlease review the fields above`);
    expect(refused.code).toBe(1);
    const fix = await dropFix(editor, shown);
    const fixed = editor.edited(shown.uri, fix);
    expect((await show(editor, fixed, shown)).conflicts).toEqual([]);

    expect(await kubectlApply(cluster, fixed, manager)).toMatchObject({ code: 0 });
    const [live, applied] = [before ?? "", (await readLive(cluster, text)) ?? ""];
    const after = othersFields(applied, manager);
    if (expected.migrates) {
      // kubectl turns the old entry into ours, so a field that we dropped goes: the title must have said so.
      expect(after).toEqual({});
      expect(fix).toMatchObject({ title: expect.stringContaining("deletes"), isPreferred: false });
    } else {
      expect(after).toEqual(othersFields(live, manager, applied));
    }
  });
});
