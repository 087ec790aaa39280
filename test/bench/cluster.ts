/**
 * The part of `npm run bench` that needs a real kube-apiserver on loopback: from opening a manifest to its first findings, from a change of
 * the live object to other findings, what a dry run costs besides the server's own time, and what schemas weigh.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import { type VerifyAnswer, type VerifyPlanAnswer, verifyPlanRequest, verifyRequest } from "../../shared/messages.ts";
import { schemaFromOpenApi } from "../../shared/schema/fromOpenApi.ts";
import { playHistory, playWrite, verdictOf } from "../cluster/play.ts";
import { widget, widgets } from "../cluster/scenarios/customResources.ts";
import { deployment } from "../cluster/scenarios/deployments.ts";
import { startServer, type TestServer } from "../cluster/server.ts";
import { openApiDocument, openApiIndex } from "../conformance/data.ts";
import { type LspClient, startLspClient } from "../support/lspClient.ts";
import { type Row, sampled } from "./figures.ts";

const runs = 9;
const perRun = 10;
const changes = 40;
const dryRuns = 60;
const builtIn = deployment("bench", { spec: "replicas: 3" });
const custom = widget("bench", "limits: {cpu: 1, memory: 2}");

/** Undefined where the programs are not built. */
export async function clusterRows(): Promise<readonly Row[] | undefined> {
  const build = join(import.meta.dirname, "..", "cluster", "build.sh");
  if (spawnSync("bash", [build, "--if-built"]).status !== 0) return undefined;
  const server = await startServer();
  try {
    await playHistory(server, {
      history: [
        { by: "team-cd", apply: deployment("bench", { spec: "replicas: 2" }) },
        { by: "kube-controller-manager", subresource: "scale", merge: "spec: {replicas: 5}" },
      ],
      manifest: builtIn,
    });
    await playHistory(server, {
      definitions: [widgets],
      history: [
        { by: "team-cd", apply: widget("bench", "size: 1") },
        { by: "operator", apply: widget("bench", "limits: {cpu: 1}") },
      ],
      manifest: custom,
    });
    return [
      ...(await openingRows("a Deployment", builtIn, server)),
      ...(await openingRows("a custom resource", custom, server)),
      await changeRow(server),
      await dryRunRow(server),
    ];
  } finally {
    await server.stop();
  }
}

async function openingRows(name: string, manifest: string, server: TestServer): Promise<readonly Row[]> {
  const cold: number[] = [];
  const started: number[] = [];
  const warm: number[] = [];
  for (let run = 0; run < runs; run++) {
    const cache = mkdtempSync(join(tmpdir(), "field-ownership-bench-"));
    await withEditor(server, cache, async (editor) => {
      cold.push(await untilFindings(editor, manifest, "cold"));
    });
    await withEditor(server, cache, async (editor) => {
      started.push(await untilFindings(editor, manifest, "started"));
      for (let at = 0; at < perRun; at++) warm.push(await untilFindings(editor, manifest, `warm-${at}`));
    });
    rmSync(cache, { recursive: true });
  }
  return [
    sampled(`opening ${name} to findings, no schema kept`, cold, "ms", { p50: 600 }),
    sampled(`opening ${name} to findings, schemas of an earlier run`, started, "ms", { p50: 150 }),
    sampled(`opening ${name} to findings, schemas in memory`, warm, "ms", { p50: 150 }),
  ];
}

/** From sending the write to other findings. */
async function changeRow(server: TestServer): Promise<Row> {
  const times: number[] = [];
  await withEditor(server, undefined, async (editor) => {
    const uri = await opened(editor, builtIn, "watched");
    for (let change = 0; change <= changes; change++) {
      const replicas = 10 + change;
      const start = performance.now();
      const write = { by: "kube-controller-manager", subresource: "scale", merge: `spec: {replicas: ${replicas}}` } as const;
      await playWrite(server, write, deploymentObject);
      await editor.until(
        () => editor.diagnostics(uri),
        (found) => found.some(({ message }) => String(message).includes(String(replicas))),
      );
      times.push(performance.now() - start);
    }
  });
  // The first may come before the watch does.
  return sampled("a change of the live object to other findings, watched", times.slice(1), "ms", { p50: 200 });
}

/** What a verification takes more than the same PATCH from a test. */
async function dryRunRow(server: TestServer): Promise<Row> {
  const added: number[] = [];
  await withEditor(server, undefined, async (editor) => {
    const uri = await opened(editor, builtIn, "verified");
    const params = { uri, position: { line: 2, character: 0 } };
    const plan = await editor.connection.sendRequest<VerifyPlanAnswer>(verifyPlanRequest, params);
    const agreed = "problem" in plan ? undefined : plan.plan;
    const verify = (): Promise<VerifyAnswer> => editor.connection.sendRequest<VerifyAnswer>(verifyRequest, { ...params, agreed });
    const { summary } = await verify();
    if (!/conflict|refuse/i.test(summary)) throw new Error(`not verified: ${summary}`);
    for (let run = 0; run < dryRuns; run++) {
      const alone = await timed(() => verdictOf(server, builtIn, "team-cd"));
      added.push((await timed(verify)) - alone);
    }
  });
  return sampled("what a dry run takes more than the same PATCH alone", added, "ms", { p50: 50 });
}

/** What schemas weigh in memory; to be asked before anything else has loaded them. */
export async function schemaRows(): Promise<readonly Row[]> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const weigh = async (name: string, make: () => Promise<readonly unknown[]>): Promise<Row> => {
    collect();
    const before = process.memoryUsage().heapUsed;
    const made = await make();
    collect();
    const megabytes = (process.memoryUsage().heapUsed - before) / 1_000_000;
    return sampled(`schemas of ${made.length} ${name}`, [megabytes], "MB", { p50: 10 });
  };
  return [
    await weigh("built-in kinds, bundled", async () => {
      const { bundledKind, bundledKinds } = await import("../../shared/schema/bundled.ts");
      return bundledKinds().map(({ apiVersion, kind }) => bundledKind(apiVersion, kind));
    }),
    await weigh("group-versions of a server of another version", async () =>
      [...openApiIndex("1.37").values()].map((file) => schemaFromOpenApi(openApiDocument("1.37", file))),
    ),
  ];
}

const deploymentObject = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "bench" } };

/** `cache`: where schemas of earlier runs are kept; one of its own where none is named. */
async function withEditor(server: TestServer, cache: string | undefined, use: (editor: LspClient) => Promise<void>): Promise<void> {
  const home = cache ?? mkdtempSync(join(tmpdir(), "field-ownership-bench-"));
  const bundle = join(import.meta.dirname, "..", "..", "dist", "server.cjs");
  const env = { ...process.env, XDG_CACHE_HOME: home, LOCALAPPDATA: home, HOME: home };
  const child = spawn(process.execPath, [bundle, "--stdio"], { stdio: ["pipe", "pipe", "inherit"], env });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const cluster = { connect: "auto", kubeconfig: server.kubeconfig, context: "admin" };
  const editor = await startLspClient(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin), {
    trusted: true,
    settings: { cluster, apply: { manager: "team-cd", with: "server-side" } },
  });
  await use(editor);
  await editor.stop();
  await ended;
  if (cache === undefined) rmSync(home, { recursive: true });
}

async function opened(editor: LspClient, manifest: string, name: string): Promise<string> {
  const uri = `file:///bench/${name}.yaml`;
  await editor.open(uri, manifest);
  await editor.until(
    () => editor.diagnostics(uri),
    (found) => found.some(({ code }) => code === "apply-conflict"),
  );
  return uri;
}

async function untilFindings(editor: LspClient, manifest: string, name: string): Promise<number> {
  let uri = "";
  const taken = await timed(async () => {
    uri = await opened(editor, manifest, name);
  });
  await editor.close(uri);
  return taken;
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}
