/** A program run to its end, with what it printed. */
import { spawn } from "node:child_process";

export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  /** Its stdin. */
  readonly input?: string;
  /** Beside the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  /** What the program takes its own name to be. */
  readonly name?: string;
}

/** Whatever the exit code, a result. */
export function runProgram(command: string, args: readonly string[], options: ProgramOptions = {}): Promise<ProgramResult> {
  const { input = "", environment, folder, name = command } = options;
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    const child = spawn(command, args, { argv0: name, cwd: folder, env, stdio: ["pipe", "pipe", "pipe"] });
    const texts = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream].setEncoding("utf8").on("data", (part: string) => {
        texts[stream] += part;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? -1, ...texts }));
    child.stdin.on("error", () => undefined); // ended before it read all: its exit code tells
    child.stdin.end(input);
  });
}
