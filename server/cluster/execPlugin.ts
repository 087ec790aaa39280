/**
 * Runs a credential plugin once: no terminal, stdin closed, a time limit that ends it with everything it started. It is told the
 * cluster where it asks for it. client-node's exec has no limit, leaves stdin open and tells nothing.
 * Counterpart in Go: client-go plugin/pkg/client/auth/exec.
 */
import { spawn } from "node:child_process";
import { printJson } from "../../shared/fieldpath/json.ts";
import type { Value, ValueMap } from "../../shared/fieldpath/value.ts";
import { type Issued, issuedBy } from "./execCredential.ts";
import { findProgram } from "./findProgram.ts";
import type { Or } from "./kubeconfig.ts";
import type { ExecSpec } from "./kubeconfigEntries.ts";
import { shownOutput } from "./pluginOutput.ts";
import { pluginRefusal } from "./pluginPolicy.ts";

export interface PluginRun {
  readonly spec: ExecSpec;
  /** What it is told of the cluster; undefined where it did not ask. */
  readonly cluster: ValueMap | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limitMs: number;
}

/** More than any credential. */
const mostBytes = 1024 * 1024;
/** A program that ended is not waited for because something it started keeps its output open. */
const lingerMs = 1_000;

/** The problem says what the program did, in words that hold nothing of its output but the end of stderr without what looks like a secret. */
export async function runPlugin({ spec, cluster, env, limitMs }: PluginRun, signal: AbortSignal): Promise<Or<Issued>> {
  const program = findProgram(spec.command, env);
  if ("problem" in program)
    return { problem: program.problem + (spec.installHint === "" ? "" : `. Its install hint: ${shownOutput(spec.installHint, 300)}`) };
  const refusal = pluginRefusal(program.value, env);
  if (refusal !== undefined) return { problem: refusal };
  const info = { apiVersion: spec.apiVersion, kind: "ExecCredential", spec: new Map<string, Value>([["interactive", false]]) };
  if (cluster !== undefined) info.spec.set("cluster", cluster);
  const told = { KUBERNETES_EXEC_INFO: printJson(new Map<string, Value>(Object.entries(info))) };
  const ended = await run(program.value, spec.args, { ...env, ...Object.fromEntries(spec.env), ...told }, limitMs, signal);
  return "problem" in ended ? ended : issuedBy(ended.value, spec.apiVersion);
}

function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  limitMs: number,
  signal: AbortSignal,
): Promise<Or<string>> {
  return new Promise((resolve) => {
    // A group of its own has no terminal and ends as a whole.
    const group = process.platform !== "win32";
    const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"], detached: group, windowsHide: true });
    const output: Buffer[] = [];
    let size = 0;
    let errors = "";
    let linger: NodeJS.Timeout | undefined;

    const kill = (): void => {
      if (child.pid === undefined) return;
      try {
        if (group) process.kill(-child.pid, "SIGKILL");
        else child.kill();
      } catch {
        // It ended meanwhile.
      }
    };
    const finish = (result: Or<string>): void => {
      clearTimeout(timer);
      clearTimeout(linger);
      signal.removeEventListener("abort", stop);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve(result);
    };
    const giveUp = (problem: string): void => {
      kill();
      finish({ problem });
    };
    const stop = (): void => giveUp("was stopped");
    const timer = setTimeout(() => giveUp(tooLong(limitMs)), limitMs);
    signal.addEventListener("abort", stop, { once: true });

    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostBytes) giveUp("printed more than 1 MB");
      else output.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      errors = (errors + chunk.toString("utf8")).slice(-4_000);
    });
    child.on("error", (error: NodeJS.ErrnoException) => finish({ problem: `cannot be started (${error.code ?? error.message})` }));
    const end = (code: number | null, by: NodeJS.Signals | null): void => {
      const said = shownOutput(errors, 300);
      const failed = { problem: `ended with ${by ?? `code ${code}`}${said === "" ? ", saying nothing" : `: ${said}`}` };
      finish(code === 0 ? { value: Buffer.concat(output).toString("utf8") } : failed);
    };
    child.on("close", end);
    child.on("exit", (code, by) => {
      linger = setTimeout(() => end(code, by), lingerMs);
    });
  });
}

function tooLong(limitMs: number): string {
  return `did not end within ${limitMs / 1000} s and was stopped. If it waits for a sign-in, sign in from a terminal (run kubectl there once), then try again`;
}
