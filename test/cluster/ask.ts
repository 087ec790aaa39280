/** Asks us about a manifest: the session in this process, and the language server in its own. */
import path from "node:path";
import type { CodeAction, Diagnostic } from "vscode-languageserver/node";
import { createCluster } from "../../server/cluster/cluster.ts";
import { createFiles } from "../../server/files/files.ts";
import { readSettings } from "../../server/lsp/readSettings.ts";
import type { PlacedFinding, Session } from "../../server/session/model.ts";
import { createSession } from "../../server/session/session.ts";
import { pathFromData } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import type { Status } from "../../shared/messages.ts";
import { type Prediction, predict } from "../../shared/ownership/predict.ts";
import { applied } from "../support/check.ts";
import { folderWith } from "../support/folder.ts";
import type { LspClient } from "../support/lspClient.ts";

/** The prediction for the only object of a manifest. */
export function predictionOf(kubeconfig: string, text: string): Promise<Prediction> {
  return asked(kubeconfig, text, {}, async (session, uri) => {
    const [placed, ...more] = await session.snapshotsOf(uri);
    if (placed === undefined || more.length > 0) throw new Error("one object was expected");
    return predict(placed.snapshot);
  });
}

/** All findings of a manifest, with settings of `apply`. */
export function findingsFor(kubeconfig: string, text: string, apply: { readonly force: "on" | "off" }): Promise<readonly PlacedFinding[]> {
  return asked(kubeconfig, text, { apply }, (session, uri) => session.diagnosticsOf(uri));
}

/** The manifest after a fix of its first finding. */
export function fixedText(kubeconfig: string, text: string, apply: { readonly force: "on" | "off" }, fix: string): Promise<string> {
  return asked(kubeconfig, text, { apply }, async (session, uri) => {
    const [finding] = await session.diagnosticsOf(uri);
    const offered = finding === undefined ? [] : await session.fixesAt(uri, finding.range);
    return applied(text, offered.find(({ id }) => id === fix)?.edits ?? []);
  });
}

/** The fixes of a manifest's first finding of a code, each as it would be done: a text or a command. `us`: other names of ours. */
export function fixesFor(kubeconfig: string, text: string, { apply, us = [], code }: FixQuestion): Promise<readonly FixResult[]> {
  return asked(
    kubeconfig,
    text,
    { apply },
    async (session, uri) => {
      const finding = (await session.diagnosticsOf(uri)).find((found) => found.code === code);
      const offered = finding === undefined ? [] : await session.fixesAt(uri, finding.range);
      const all = await session.fixAllOf(uri);
      return [...offered, ...(all === undefined ? [] : [all])].map(({ id, preferred, edits, copies }) => {
        return { id, preferred, text: applied(text, edits), ...(copies !== undefined && { copies }) };
      });
    },
    us,
  );
}

export interface FixQuestion {
  readonly apply: { readonly force: "on" | "off" };
  readonly us?: readonly string[];
  readonly code: string;
}

export interface FixResult {
  readonly id: string;
  readonly preferred: boolean;
  readonly text: string;
  readonly copies?: string;
}

async function asked<T>(
  kubeconfig: string,
  text: string,
  settings: object,
  ask: (session: Session, uri: string) => Promise<T>,
  us: readonly string[] = [],
): Promise<T> {
  const { root } = folderWith(us.length === 0 ? {} : { ".field-ownership.yaml": `paths: [{path: "**", us: [${us.join()}]}]\n` });
  const session = createSession({
    settings: readSettings({ cluster: { connect: "auto", kubeconfig }, ...settings }),
    trusted: true,
    files: createFiles({ roots: [root], liveGlobs: [] }),
    cluster: async () => createCluster(),
    now: Date.now,
    quietMs: 0,
  });
  try {
    const uri = "untitled:manifest";
    session.open({ uri, path: path.join(root, "manifest.yaml"), text, version: 1 });
    session.setVisible([uri]);
    await session.settled(uri);
    return await ask(session, uri);
  } finally {
    session.dispose();
  }
}

/** What the editor shows once the live object was read, or was given up. */
export interface Shown {
  readonly uri: string;
  readonly status: Status;
  readonly diagnostics: readonly Diagnostic[];
  /** The fields with an `apply-conflict`, printed as kubectl prints them. */
  readonly conflicts: readonly { readonly path: string; readonly diagnostic: Diagnostic }[];
}

let opened = 0;

/** Opens a manifest, or changes it where it is open, and waits for an answer about its live object. */
export async function show(editor: LspClient, text: string, open?: Shown): Promise<Shown> {
  opened += 1;
  const uri = open?.uri ?? `file:///shop/manifest-${opened}.yaml`;
  await (open === undefined ? editor.open(uri, text) : editor.change(uri, text));
  return editor.until(
    async () => {
      const diagnostics = await editor.diagnostics(uri);
      const conflicts = diagnostics.filter(({ code }) => code === "apply-conflict");
      const status = editor.statuses.get(uri) ?? { text: "reading", tooltip: "", severity: "normal" };
      return { uri, status, diagnostics, conflicts: conflicts.map((diagnostic) => ({ path: printedPath(diagnostic), diagnostic })) };
    },
    ({ status }) => !status.text.startsWith("reading"),
  );
}

/** The fix that drops every conflicting field. */
export async function dropFix(editor: LspClient, shown: Shown): Promise<CodeAction> {
  const [first] = shown.diagnostics.filter(({ code }) => code === "apply-conflict");
  if (first === undefined) throw new Error("no conflict is shown");
  const fixes = await editor.fixes(shown.uri, first.range, [first]);
  const fix = fixes.find(({ title }) => title.startsWith("Drop all")) ?? fixes.find(({ title }) => title.startsWith("Drop "));
  if (fix === undefined) throw new Error(`no such fix among: ${fixes.map(({ title }) => title).join(" | ")}`);
  return fix;
}

function printedPath({ data }: Diagnostic): string {
  const path = pathFromData((data as { path: string[] }).path);
  return path === undefined ? "(unreadable)" : printPath(path);
}
