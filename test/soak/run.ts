/**
 * `npm run soak [-- --minutes N] [--seed N]`: a person at work with the built language server, two clusters and their faults. At the end
 * memory is what it was once warm, nothing went unnoticed, nobody was asked who was not selected, and the answers are those of the server.
 * Builds first; ends with a line "N passed, N failed".
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pathFromData } from "../../shared/fieldpath/pathElement.ts";
import { printPath } from "../../shared/fieldpath/printPath.ts";
import { verdictOf } from "../cluster/play.ts";
import { startServer, type TestServer } from "../cluster/server.ts";
import type { LspClient } from "../support/lspClient.ts";
import { startClusters } from "./clusters.ts";
import { createPerson, uriOf } from "./person.ts";
import { type Memory, type SoakedServer, startSoakedServer } from "./server.ts";
import { files, furnish, inNamespace, type Place, places, planted } from "./shop.ts";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "30" }, seed: { type: "string", default: "1" } } });
const minuteMs = 60_000;
const workMs = Number(values.minutes) * minuteMs;
/** Until then the program compiles what it uses often. */
const warmUpMs = Math.max(minuteMs, workMs / 10);
/** How much more memory may be in use at the end. */
const mostGrowth = 0.2;
/** Rests after faults last up to two minutes. */
const recoveryMs = 180_000;

const outcomes: boolean[] = [];
function check(what: string, ok: boolean, details: readonly string[] = []): void {
  outcomes.push(ok);
  console.log(`${ok ? "ok    " : "FAILED"} ${what}`);
  if (!ok) for (const detail of details.slice(0, 20)) console.log(`       ${detail}`);
}

execFileSync(process.execPath, [join(import.meta.dirname, "..", "..", "esbuild.mjs")], { stdio: "inherit" });
const folder = mkdtempSync(join(tmpdir(), "field-ownership-soak-"));
const server = await startServer();
try {
  await soak();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
const passed = outcomes.filter((ok) => ok).length;
console.log(`${passed} passed, ${outcomes.length - passed} failed`);
process.exitCode = passed === outcomes.length ? 0 : 1;

async function soak(): Promise<void> {
  await furnish(server);
  const clusters = await startClusters(server, folder);
  // As a person finds it: the current context is one that was never connected to.
  const soaked = await startSoakedServer(folder, planted, {
    connected: [],
    settings: { cluster: { kubeconfig: clusters.kubeconfig }, apply: { manager: "team-cd", with: "server-side" } },
  });
  const { editor, troubles } = soaked;
  const person = createPerson({ editor, clusters, server, seed: Number(values.seed) });

  await person.work(warmUpMs);
  const before = await atRest(soaked, () => person.tidyUp("east"));
  console.log(`warm: ${inMegabytes(before)}`);
  const trend: string[] = [];
  for (let left = workMs; left > 0; left -= minuteMs) {
    await person.work(Math.min(left, minuteMs));
    trend.push(megabytes((await soaked.memory()).heapBytes));
  }
  console.log(`minute by minute, at work: ${trend.join(" ")} MB`);
  const counts = Object.entries(person.done).map(([name, count]) => `${count} ${name}`);
  console.log(`did ${counts.join(", ")}; ${clusters.count()} requests`);

  for (const place of places) {
    await person.tidyUp(place);
    const wrong = await differences(editor, place);
    check(`the answers in ${place} are those of the server`, wrong.length === 0, wrong);
  }
  const after = await atRest(soaked, () => person.tidyUp("east"));
  const growth = after.heapBytes / before.heapBytes - 1;
  console.log(`at the end: ${inMegabytes(after)}`);
  check(`memory grew by ${Math.round(growth * 100)} %, at most ${mostGrowth * 100} %`, growth <= mostGrowth);
  await soaked.stop();

  const { unselected, writes } = clusters.broken();
  check("no request to a context that was not selected", unselected.length === 0, unselected);
  check("nothing but reads, dry runs and questions about rights", writes.length === 0, writes);
  check("nothing uncaught, on stderr or logged as an error; no Secret's value said", troubles.length === 0, troubles);
  await clusters.close();
}

/** Memory once the files stand open and were read. */
async function atRest(soaked: SoakedServer, tidyUp: () => Promise<void>): Promise<Memory> {
  await tidyUp();
  await differences(soaked.editor, "east");
  return soaked.memory();
}

/** Where the conflicts that are shown differ from those that the server answers with, once there was time to recover. */
async function differences(editor: LspClient, place: Place): Promise<readonly string[]> {
  const all = await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      const expected = await conflictsOnServer(server, text, place);
      const shown = async (): Promise<readonly string[]> => (await editor.diagnostics(uriOf(name))).filter(isConflict).map(printedPath);
      try {
        await editor.until(shown, (paths) => paths.join() === expected.join(), recoveryMs);
        return [];
      } catch {
        return [`${name}: ${(await shown()).join(", ")} instead of ${expected.join(", ")}; ${editor.statuses.get(uriOf(name))?.tooltip}`];
      }
    }),
  );
  return all.flat();
}

async function conflictsOnServer(asked: TestServer, text: string, place: Place): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const document of text.split("---\n")) {
    if (!/^apiVersion: (?!example)/.test(document)) continue;
    paths.push(...(await verdictOf(asked, inNamespace(document, place), "team-cd")).conflicts.map(({ path }) => path));
  }
  return paths;
}

function isConflict({ code }: { readonly code?: number | string }): boolean {
  return code === "apply-conflict";
}

function printedPath({ data }: { readonly data?: unknown }): string {
  const path = pathFromData((data as { readonly path: string[] }).path);
  return path === undefined ? "(unreadable)" : printPath(path);
}

function inMegabytes({ heapBytes, residentBytes }: Memory): string {
  return `${megabytes(heapBytes)} MB in use after garbage collection, ${megabytes(residentBytes, 0)} MB resident`;
}

function megabytes(bytes: number, digits = 1): string {
  return (bytes / 1e6).toFixed(digits);
}
