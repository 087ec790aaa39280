/** Runs the real deployers in a folder, against the test server. */
import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import type { ClusterAddress } from "../connect.ts";

export type Program = "kubectl" | "helm3" | "helm4" | "flux" | "check" | "git";

export interface Output {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Programs {
  /** Runs a program to its end, whatever its exit code. */
  run(program: Program, args: readonly string[], options?: RunOptions): Promise<Output>;
  /** The same, but any exit code other than 0 is an error of the test; answers stdout. */
  must(program: Program, args: readonly string[], options?: RunOptions): Promise<string>;
}

interface RunOptions {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** What the program takes its own name to be. */
  readonly name?: string;
}

/** The folder of Helm 3 and 4 and of the program that applies as Flux does; they are built first where they are missing. */
export function buildDeployers(): string {
  const script = join(import.meta.dirname, "..", "deployers", "build.sh");
  return execFileSync("sh", [script], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
}

/** The programs with `folder` as their working folder; `built`: where the deployers are. */
export function programsIn(folder: string, cluster: ClusterAddress, built: string): Programs {
  const commands: Record<Program, readonly [string, ...string[]]> = {
    kubectl: [cluster.kubectlPath],
    helm3: [join(built, "helm3")],
    helm4: [join(built, "helm4")],
    flux: [join(built, "flux"), cluster.kubeconfig],
    git: ["git", "-c", "user.name=test", "-c", "user.email=test@example.test"],
    check: [process.execPath, join(import.meta.dirname, "..", "..", "..", "dist", "cli.cjs"), "check"],
  };
  const run = (program: Program, args: readonly string[], { input = "", environment = {}, name }: RunOptions = {}): Promise<Output> => {
    const [command, ...before] = commands[program];
    // HOME: what they cache of the cluster, or write for themselves, goes with the test server.
    const env = { ...process.env, HOME: cluster.folder, KUBECONFIG: cluster.kubeconfig, ...environment };
    const child = spawn(command, [...before, ...args], { argv0: name ?? command, cwd: folder, env, stdio: ["pipe", "pipe", "pipe"] });
    return new Promise((resolve, reject) => {
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
  };
  return {
    run,
    must: async (program, args, options) => {
      const { code, stdout, stderr } = await run(program, args, options);
      if (code !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
      return stdout;
    },
  };
}
