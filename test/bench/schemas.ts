/**
 * `npm run bench:schemas [-- --json FILE]`: from opening a manifest to its first findings with a real kube-apiserver on loopback, with no
 * schema kept, with those of an earlier run, and in a server that has them in memory; and what the schemas weigh. Needs `npm run build`.
 * Exits 1 if a target is missed.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { bundledKind, bundledKinds } from "../../shared/schema/bundled.ts";
import { schemaFromOpenApi } from "../../shared/schema/fromOpenApi.ts";
import { playHistory } from "../cluster/play.ts";
import { widget, widgets } from "../cluster/scenarios/customResources.ts";
import { deployment } from "../cluster/scenarios/deployments.ts";
import { startServer } from "../cluster/server.ts";
import { openApiDocument, openApiIndex } from "../conformance/data.ts";
import { type LspClient, startLspClient } from "../support/lspClient.ts";
import { printTable, type Row, sampled, writeJson } from "./figures.ts";

const runs = 9;
const perRun = 10;
const memory = memoryRows();
const times = await timeRows();
printTable("ms from opening to findings", times);
printTable("memory", memory);
writeJson({ times, memory });
process.exitCode = [...times, ...memory].every(({ ok }) => ok !== false) ? 0 : 1;

async function timeRows(): Promise<readonly Row[]> {
  const server = await startServer();
  try {
    const builtIn = deployment("bench", { spec: "replicas: 3" });
    await playHistory(server, {
      history: [
        { by: "team-cd", apply: deployment("bench", { spec: "replicas: 2" }) },
        { by: "kube-controller-manager", subresource: "scale", merge: "spec: {replicas: 5}" },
      ],
      manifest: builtIn,
    });
    const custom = widget("bench", "limits: {cpu: 1, memory: 2}");
    await playHistory(server, {
      definitions: [widgets],
      history: [
        { by: "team-cd", apply: widget("bench", "size: 1") },
        { by: "operator", apply: widget("bench", "limits: {cpu: 1}") },
      ],
      manifest: custom,
    });
    return [
      ...(await rowsOf("a Deployment", builtIn, server.kubeconfig)),
      ...(await rowsOf("a custom resource", custom, server.kubeconfig)),
    ];
  } finally {
    await server.stop();
  }
}

async function rowsOf(name: string, manifest: string, kubeconfig: string): Promise<readonly Row[]> {
  const cold: number[] = [];
  const started: number[] = [];
  const warm: number[] = [];
  for (let run = 0; run < runs; run++) {
    const cache = mkdtempSync(join(tmpdir(), "field-ownership-bench-"));
    await withEditor(kubeconfig, cache, async (editor) => {
      cold.push(await untilFindings(editor, manifest, "cold"));
    });
    await withEditor(kubeconfig, cache, async (editor) => {
      started.push(await untilFindings(editor, manifest, "started"));
      for (let at = 0; at < perRun; at++) warm.push(await untilFindings(editor, manifest, `warm-${at}`));
    });
    rmSync(cache, { recursive: true });
  }
  return [
    sampled(`${name}, no schema kept`, cold, "ms", { p50: 600 }),
    sampled(`${name}, schemas of an earlier run`, started, "ms", { p50: 600 }),
    sampled(`${name}, schemas in memory`, warm, "ms", { p50: 150 }),
  ];
}

async function withEditor(kubeconfig: string, cache: string, use: (editor: LspClient) => Promise<void>): Promise<void> {
  const bundle = join(import.meta.dirname, "..", "..", "dist", "server.cjs");
  const env = { ...process.env, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache };
  const child = spawn(process.execPath, [bundle, "--stdio"], { stdio: ["pipe", "pipe", "inherit"], env });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const settings = { cluster: { connect: "auto", kubeconfig, context: "admin" }, apply: { manager: "team-cd", with: "server-side" } };
  const editor = await startLspClient(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin), {
    trusted: true,
    settings,
  });
  await use(editor);
  await editor.stop();
  await ended;
}

async function untilFindings(editor: LspClient, manifest: string, name: string): Promise<number> {
  const uri = `file:///bench/${name}.yaml`;
  const start = performance.now();
  await editor.open(uri, manifest);
  await editor.until(
    () => editor.diagnostics(uri),
    (found) => found.some(({ code }) => code === "apply-conflict"),
  );
  const taken = performance.now() - start;
  await editor.close(uri);
  return taken;
}

function memoryRows(): readonly Row[] {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const weigh = <T>(name: string, make: () => readonly T[]): Row => {
    collect();
    const before = process.memoryUsage().heapUsed;
    const made = make();
    collect();
    const megabytes = (process.memoryUsage().heapUsed - before) / 1_000_000;
    return { name: `${made.length} ${name}`, figures: { MB: megabytes }, target: "≤ 10 MB", ok: megabytes <= 10 };
  };
  return [
    weigh("built-in kinds, bundled", () => bundledKinds().map(({ apiVersion, kind }) => bundledKind(apiVersion, kind))),
    weigh("group-versions of a server of another version", () =>
      [...openApiIndex("1.37").values()].map((file) => schemaFromOpenApi(openApiDocument("1.37", file))),
    ),
  ];
}
