/**
 * `npm run bench [-- --json FILE]`: how fast the editor's part is, on the bundles that `npm run build` made. The server runs as an
 * editor starts it, and each time is that of a whole round trip. With a real cluster where `npm run test:cluster` built one. Exits 1 if a
 * target is missed.
 */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Diagnostic,
  DidChangeTextDocumentNotification,
  type Hover,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { type LspClient, startLspClient } from "../support/lspClient.ts";
import { clusterRows, schemaRows } from "./cluster.ts";
import { printTable, type Row, sampled, writeJson } from "./figures.ts";

const warmUp = 100;
const samples = 400;
const longEdits = 30;
const root = join(import.meta.dirname, "..", "..");
const workspace = mkdtempSync(join(tmpdir(), "field-ownership-bench-"));
cpSync(join(root, "examples"), workspace, { recursive: true });
const manifest = join(workspace, "shop", "storefront.yaml");

try {
  const schemas = await schemaRows();
  const rows = [...(await starts()), ...(await smallFile()), ...(await longFile()), activation()];
  printTable("times in ms, memory in MiB", rows);
  const measured = await clusterRows();
  const cluster = [...schemas, ...(measured ?? [])];
  printTable("with a cluster: times in ms, memory in MB", cluster);
  if (measured === undefined)
    console.log("Skipped: times with a cluster. kube-apiserver is not built; `npm run test:cluster` builds it.\n");
  writeJson({ editor: rows, cluster });
  process.exitCode = [...rows, ...cluster].every(({ ok }) => ok !== false) ? 0 : 1;
} finally {
  rmSync(workspace, { recursive: true });
}

interface Server {
  readonly client: LspClient;
  readonly pid: number;
  /** From the spawn to the answer to `initialize`. */
  readonly initialized: number;
  readonly spawnedAt: number;
}

async function startServer(): Promise<Server> {
  const spawnedAt = performance.now();
  const child = spawn(process.execPath, [join(root, "dist", "server.cjs"), "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const client = await startLspClient(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin), {
    folderUri: pathToFileURL(workspace).href,
    settings: { live: { files: ["live/*.yaml"] }, cluster: { connect: "off" } },
  });
  return { client, pid: child.pid ?? 0, initialized: performance.now() - spawnedAt, spawnedAt };
}

async function starts(): Promise<readonly Row[]> {
  const initialized: number[] = [];
  const first: number[] = [];
  for (let run = 0; run < 9; run++) {
    const server = await startServer();
    initialized.push(server.initialized);
    const document = await openDocument(server.client, manifest);
    await document.untilFindings();
    first.push(performance.now() - server.spawnedAt);
    await server.client.stop();
  }
  return [
    sampled("initialize answered after spawn", initialized, "ms", { p50: 250 }),
    sampled("first diagnostics after spawn", first, "ms", { p50: 400 }),
  ];
}

async function smallFile(): Promise<readonly Row[]> {
  const { client } = await startServer();
  const document = await openDocument(client, manifest);
  await document.untilFindings();
  const diagnostics: number[] = [];
  const hover: number[] = [];
  for (let key = 0; key < warmUp + samples; key++) {
    diagnostics.push(await timed(() => document.diagnosticsAfterKeystroke()));
    hover.push(await timed(() => document.hoverAfterKeystroke()));
  }
  await client.stop();
  const lines = document.text.split("\n").length - 1;
  const limits = { p50: 3, p95: 8 };
  return [
    sampled(`diagnostics after a keystroke, file of ${lines} lines with live object`, diagnostics.slice(warmUp), "ms", limits),
    sampled("hover after a keystroke, same file", hover.slice(warmUp), "ms", limits),
  ];
}

async function longFile(): Promise<readonly Row[]> {
  const { client, pid } = await startServer();
  const document = await openDocument(client, join(workspace, "shop", "long.yaml"), longText());
  await document.diagnostics();
  const times: number[] = [];
  for (let key = 0; key < longEdits; key++) times.push(await timed(() => document.diagnosticsAfterKeystroke()));
  const memory = residentMiB(pid);
  await client.stop();
  return [
    sampled("diagnostics after a keystroke in the last of 2,500 documents, 50,000 lines", times, "ms", { p95: 20 }),
    sampled(`memory of the server after ${longEdits} such keystrokes`, [memory], "MiB", { p50: 250 }),
  ];
}

function activation(): Row {
  const script = join(import.meta.dirname, "activate.ts");
  const runs = Array.from({ length: 9 }, () => Number(execFileSync(process.execPath, [script], { encoding: "utf8" })));
  return sampled("client loaded and activated", runs, "ms", { p50: 50 });
}

interface OpenDocument {
  readonly text: string;
  diagnostics(): Promise<readonly Diagnostic[]>;
  untilFindings(): Promise<unknown>;
  /** Changes the last `replicas` to what it never was, so that nothing is remembered, and asks at once, as an editor does. */
  diagnosticsAfterKeystroke(): Promise<readonly Diagnostic[]>;
  hoverAfterKeystroke(): Promise<Hover | null>;
}

async function openDocument(client: LspClient, file: string, text: string = readFileSync(file, "utf8")): Promise<OpenDocument> {
  const uri = pathToFileURL(file).href;
  await client.open(uri, text);
  const lines = text.split("\n");
  const line = lines.findLastIndex((content) => content.startsWith("  replicas: "));
  const character = "  replicas: ".length;
  let version = 1;
  let typed = "2";
  const type = (): void => {
    const range = { start: { line, character }, end: { line, character: character + typed.length } };
    typed = String(1000 + version++);
    const contentChanges = [{ range, text: typed }];
    void client.connection.sendNotification(DidChangeTextDocumentNotification.type, { textDocument: { uri, version }, contentChanges });
  };
  return {
    text,
    diagnostics: () => client.diagnostics(uri),
    untilFindings: () =>
      client.until(
        () => client.diagnostics(uri),
        (found) => found.length > 0,
      ),
    diagnosticsAfterKeystroke() {
      type();
      return client.diagnostics(uri);
    },
    hoverAfterKeystroke() {
      type();
      return client.hover(uri, { line, character: 4 });
    },
  };
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

function residentMiB(pid: number): number {
  const kibibytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kibibytes) / 1024;
}

/** 2,500 Deployments of 20 lines each. */
function longText(): string {
  return Array.from({ length: 2500 }, (_, index) => deployment(`web-${index}`)).join("");
}

function deployment(name: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: shop
spec:
  replicas: 2
  selector:
    matchLabels: {app: ${name}}
  template:
    metadata:
      labels: {app: ${name}}
    spec:
      containers:
      - name: web
        image: registry.example.test/web:1
        env:
        - {name: A, value: "1"}
        - {name: B, value: "2"}
---
`;
}
