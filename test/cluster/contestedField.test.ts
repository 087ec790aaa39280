/** Two managers that force each other's field in turn, while the file is open in an editor. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import type { LspClient } from "../support/lspClient.ts";
import { show } from "./ask.ts";
import { startLanguageServer } from "./languageServer.ts";
import { playHistory, playWrite } from "./play.ts";
import { deployment } from "./scenarios/deployments.ts";
import { sharedServer } from "./sharedServer.ts";

const cluster = sharedServer();
const ours = deployment("contested", { spec: "replicas: 2" });
const theirs = deployment("contested", { spec: "replicas: 5" });
let editor: LspClient;
beforeAll(async () => {
  await playHistory(cluster, { history: [{ by: "ci", apply: ours }], manifest: ours });
  editor = await startLanguageServer({ settings: { cluster: { connect: "auto", kubeconfig: cluster.kubeconfig } } });
});
afterAll(() => editor.stop());

test("is told once it went there and back", async () => {
  const { uri } = await show(editor, `# field-manager: ci\n${ours}`);
  const until = (words: RegExp): Promise<string> =>
    editor.until(
      async () => (await editor.diagnostics(uri)).map(({ code, message }) => `${code} ${message}`).join(),
      (found) => words.test(found),
    );
  expect(await until(/^$/)).toBe("");
  await playWrite(cluster, { by: "scaler", apply: theirs, force: true }, parse(ours));
  await until(/^apply-conflict \.spec\.replicas is owned by scaler/);
  await playWrite(cluster, { by: "ci", apply: ours, force: true }, parse(ours));
  await until(/^contested-field \.spec\.replicas changed hands 2 times between scaler \(Apply, just now\) and ci \(Apply, just now\)/);
  await playWrite(cluster, { by: "scaler", merge: "spec: {replicas: 5}" }, parse(ours));
  await until(/^apply-conflict \.spec\.replicas is owned by scaler \(Update/);
  await playWrite(cluster, { by: "ci", apply: ours, force: true }, parse(ours));
  await until(/^contested-field \.spec\.replicas changed hands 4 times between scaler \(Apply, .*\), scaler \(Update, .*\) and ci/);
});
