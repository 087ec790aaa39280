/**
 * What the rules say beside conflicts, against a real server: what they call refused is refused by kubectl's and the server's own words and
 * accepted after the fix, and what they say becomes of a value does.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { LspClient } from "../support/lspClient.ts";
import { show } from "./ask.ts";
import type { ClusterObject } from "./connect.ts";
import { startLanguageServer } from "./languageServer.ts";
import { kubectlApply, playHistory, readLive } from "./play.ts";
import type { Write } from "./scenarios/scenario.ts";
import { sharedServer } from "./sharedServer.ts";

const cluster = sharedServer();
let editor: LspClient;
beforeAll(async () => {
  editor = await startLanguageServer({ settings: { cluster: { connect: "auto", kubeconfig: cluster.kubeconfig } } });
});
afterAll(() => editor.stop());

const [error, warning, hint] = [1, 2, 4];

interface Case {
  readonly code: string;
  readonly history?: readonly Write[];
  readonly manifest: string;
  readonly manager?: string;
  readonly severity: number;
  /** A part of what kubectl prints. */
  readonly refused?: string;
  /** After it, the apply is accepted. */
  readonly fix?: string;
  /** Of the live object after the apply. */
  readonly holds?: string;
}

const head = (kind: string, name: string, more = ""): string =>
  `apiVersion: ${kind === "Deployment" ? "apps/v1" : kind === "PodDisruptionBudget" ? "policy/v1" : "v1"}\nkind: ${kind}\nmetadata:\n  name: ${name}\n${more}`;
const deployment = (name: string, spec: string, container = ""): string =>
  `${head("Deployment", name)}spec:\n${spec}  selector: {matchLabels: {app: a}}\n  template:\n    metadata: {labels: {app: a}}\n    spec:\n      containers:\n        - name: a\n          image: a\n${container}`;
const data = (name: string, value: string, more = ""): string => `${head("ConfigMap", name, more)}data:\n  a: ${value}\n`;
const written = (name: string): readonly Write[] => [{ by: "ci", apply: data(name, "x") }];

const cases: readonly Case[] = [
  {
    code: "unknown-field",
    manifest: deployment("rules-unknown", "  replica: 0\n"),
    severity: error,
    refused: ".spec.replica: field not declared in schema",
    fix: "Rename to replicas",
  },
  {
    code: "wrong-type",
    manifest: data("rules-type", "yes"),
    severity: error,
    refused: ".data.a: expected string, got",
    fix: 'Quote it: "yes"',
    holds: '"a":"yes"',
  },
  {
    code: "duplicate-item",
    manifest: deployment(
      "rules-duplicate",
      "  replicas: 0\n",
      "          env:\n            - {name: A, value: one}\n            - {name: A, value: two}\n",
    ),
    severity: error,
    refused: 'duplicate entries for key [name="A"]',
    fix: 'Remove this [name="A"], keep the one above',
    holds: '"value":"one"',
  },
  {
    code: "server-set-field",
    history: written("rules-export"),
    manifest: data("rules-export", "new", "  managedFields: []\n  uid: 11111111-0000-4000-8000-000000000000\n  resourceVersion: '1'\n"),
    severity: error,
    refused: "metadata.managedFields must be nil",
    fix: "Remove what only the server sets (3 fields)",
    holds: '"a":"new"',
  },
  {
    code: "server-set-field",
    history: written("rules-uid"),
    manifest: data("rules-uid", "new", "  uid: 11111111-0000-4000-8000-000000000000\n"),
    severity: error,
    refused: "metadata.uid: Invalid value",
    fix: "Remove what only the server sets (1 field)",
  },
  {
    code: "stale-resource-version",
    history: written("rules-version"),
    manifest: data("rules-version", "new", "  resourceVersion: '1'\n"),
    severity: error,
    refused: "the object has been modified",
    fix: "Remove what only the server sets (1 field)",
  },
  {
    code: "self-conflict",
    history: [{ by: "helm", create: data("rules-self", "x") }],
    manifest: data("rules-self", "new"),
    manager: "helm",
    severity: error,
    refused: 'conflict with "helm" using v1: .data.a',
  },
  {
    code: "null-value",
    history: [{ by: "other", apply: deployment("rules-null", "").replace("spec:\n", "spec:\n  paused: true\n") }],
    manifest: deployment("rules-null", "  replicas: null\n"),
    severity: warning,
    holds: '"replicas":1',
  },
  {
    code: "write-only-field",
    history: [{ by: "ci", apply: `${head("Secret", "rules-secret")}stringData: {kept: a, dropped: b}\n` }],
    manifest: `${head("Secret", "rules-secret")}stringData: {kept: a}\n`,
    severity: warning,
    holds: '"dropped":"Yg=="',
  },
  {
    code: "status-ignored",
    manifest: `${head("PodDisruptionBudget", "rules-status")}spec: {minAvailable: 1, selector: {}}\nstatus: {currentHealthy: 7}\n`,
    severity: hint,
    holds: '"currentHealthy":0',
  },
  {
    code: "generate-name",
    manifest: head("ConfigMap", "x").replace("name:", "generateName:"),
    severity: 3,
    refused: "cannot use generate name with apply",
  },
];

describe.each(cases)("$code: $manifest", ({ code, history = [], manifest, manager = "ci", severity, refused, fix, holds }) => {
  test("the server does as the finding says", async () => {
    const text = `# field-manager: ${manager}\n${manifest}`;
    await playHistory(cluster, { history, manifest });
    const shown = await show(editor, text);
    const found = await editor.until(
      async () => (await editor.diagnostics(shown.uri)).filter((diagnostic) => diagnostic.code === code),
      (diagnostics) => diagnostics.some((diagnostic) => diagnostic.severity === severity),
    );
    const [finding] = found.filter((diagnostic) => diagnostic.severity === severity);
    if (finding === undefined) throw new Error("nothing found");

    let applied = text;
    if (refused !== undefined) {
      const answer = await kubectlApply(cluster, text, manager);
      expect(answer.stderr).toContain(refused);
      expect(answer.code).toBe(1);
    }
    if (fix !== undefined) {
      const fixes = await editor.fixes(shown.uri, finding.range, [finding]);
      const chosen = fixes.find(({ title }) => title === fix);
      if (chosen === undefined) throw new Error(`offered: ${fixes.map(({ title }) => title).join(" | ")}`);
      applied = editor.edited(shown.uri, chosen);
    }
    if (refused === undefined || fix !== undefined) expect(await kubectlApply(cluster, applied, manager)).toMatchObject({ code: 0 });
    if (holds !== undefined) expect(await readLive(cluster, applied)).toContain(holds);
    await editor.close(shown.uri);
  });
});

test("a conflict with oneself is over after one forced apply", async () => {
  const text = data("rules-self", "new");
  const forced = ["apply", "--server-side", "--force-conflicts", "--field-manager=helm", "-f", "-"];
  expect(await cluster.kubectl(forced, text)).toMatchObject({ code: 0 });
  expect(await kubectlApply(cluster, data("rules-self", "newer"), "helm")).toMatchObject({ code: 0 });
});

test("an object that is being deleted takes no new finalizer", async () => {
  const manifest = data("rules-deleted", "x", "  finalizers: [example.dev/a]\n");
  await playHistory(cluster, { history: [{ by: "ci", apply: manifest }], manifest });
  await cluster.must({ method: "DELETE", path: await cluster.pathOf(parse(manifest) as ClusterObject) });
  const text = `# field-manager: ci\n${manifest.replace("/a]", "/a, example.dev/b]")}`;
  const shown = await show(editor, text);
  expect(shown.diagnostics.filter(({ code }) => code === "being-deleted").map(({ severity }) => severity)).toEqual([warning, error]);
  const answer = await kubectlApply(cluster, text, "ci");
  expect(answer.stderr).toContain("no new finalizers can be added if the object is being deleted");
});
