/**
 * What a file said at earlier commits, where git tells. Runs `git`, so it is asked only in trusted workspaces.
 * Invariants: nothing in the repository chooses what is executed: neither hooks, filters, pagers, signatures, remotes nor a `git` of its own;
 * nothing is written; a repository that is too slow, too large or not ours has no history.
 */
import { spawn } from "node:child_process";
import { realpath } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { findProgram } from "../cluster/findProgram.ts";
import { isWithin } from "./walk.ts";

export interface GitHistory {
  /** The texts of the file at the last commits that touched it, oldest first; none where there is no git, no repository or no answer. */
  textsOf(file: string, roots: readonly string[]): Promise<readonly string[]>;
}

type Env = Readonly<Record<string, string | undefined>>;

const mostCommits = 20;
const mostBytes = 8 * 1024 * 1024;
const patienceMs = 5_000;
/** Processes at a time. */
const lanes = 2;

export function createGitHistory(env: Env = process.env, limitMs: number = patienceMs): GitHistory {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= lanes) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  }

  return {
    textsOf: (file, roots) =>
      inTurn(async () => {
        const program = gitOutside(roots, env);
        if (program === undefined || /[\r\n]/.test(file)) return [];
        const real = await realpath(file).catch(() => file);
        const [folder, name] = [path.dirname(real), path.basename(real)];
        const git = (args: readonly string[], input = ""): Promise<Buffer> =>
          run(program, [...safely, ...args], { cwd: folder, input, env, limitMs });
        const commits = (await git(["rev-list", `--max-count=${mostCommits}`, "HEAD", "--", name])).toString("utf8").split("\n");
        const known = commits.filter((commit) => /^[0-9a-f]{40,64}$/.test(commit));
        if (known.length === 0) return [];
        const blobs = blobsIn(await git(["cat-file", "--batch"], known.map((commit) => `${commit}:./${name}\n`).join("")));
        return blobs.reverse().flatMap(textOf);
      }),
  };
}

/** What a repository's own configuration could have executed is switched off, for as far as these commands would ask for it. */
const safely: readonly string[] = [
  "--no-optional-locks",
  "--no-pager",
  "--literal-pathspecs",
  ...["core.fsmonitor=false", `core.hooksPath=${os.devNull}`, "log.showSignature=false", "safe.bareRepository=explicit"].flatMap((one) => [
    "-c",
    one,
  ]),
];

/** Missing objects are fetched from nowhere: no protocol is allowed, whatever the repository allows. Nobody is asked for a password. */
const alone: Env = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1", GIT_TERMINAL_PROMPT: "0" };

/** The program of this computer, never one of the workspace. */
function gitOutside(roots: readonly string[], env: Env): string | undefined {
  const folders = (env.PATH ?? env.Path ?? "").split(path.delimiter);
  const outside = folders.filter((folder) => !roots.some((root) => isWithin(path.resolve(folder), root)));
  const found = findProgram("git", { ...env, PATH: outside.join(path.delimiter) });
  return "problem" in found || roots.some((root) => isWithin(found.value, root)) ? undefined : found.value;
}

/** Its output, as far as it came; empty where it failed. */
function run(
  program: string,
  args: readonly string[],
  { cwd, input, env, limitMs }: { readonly cwd: string; readonly input: string; readonly env: Env; readonly limitMs: number },
): Promise<Buffer> {
  // Which repository is meant follows from the folder alone.
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")));
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env: { ...own, ...alone }, stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
    const output: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
    child.stdout.on("data", (chunk: Buffer) => {
      output.push(chunk);
      size += chunk.length;
      if (size > mostBytes) child.kill("SIGKILL");
    });
    child.on("error", () => {
      clearTimeout(timer);
      resolve(Buffer.alloc(0));
    });
    child.on("close", () => {
      clearTimeout(timer);
      resolve(Buffer.concat(output));
    });
    // It may have ended without reading.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** The contents in the output of `git cat-file --batch`: a line with object, type and size before each; those that came whole. */
function blobsIn(output: Buffer): Buffer[] {
  const blobs: Buffer[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at);
    if (end < 0) break;
    const [, type, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(output.toString("latin1", at, end)) ?? [];
    at = end + 1;
    // "… missing": the commit removed the file.
    if (size === undefined) continue;
    const content = output.subarray(at, at + Number(size));
    if (content.length < Number(size)) break;
    if (type === "blob") blobs.push(content);
    at += Number(size) + 1;
  }
  return blobs;
}

function textOf(blob: Buffer): readonly string[] {
  try {
    return [new TextDecoder("utf-8", { fatal: true }).decode(blob)];
  } catch {
    return [];
  }
}
