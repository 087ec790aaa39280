/** Runs the real deployers in a folder, against the test server. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { ClusterAddress } from "../connect.ts";
import { type ProgramOptions, type ProgramResult, runProgram } from "../runProgram.ts";

export type Program = "kubectl" | "helm3" | "helm4" | "flux" | "check" | "git";

export interface Programs {
  /** Runs a program to its end, whatever its exit code. */
  run(program: Program, args: readonly string[], options?: RunOptions): Promise<ProgramResult>;
  /** The same, but any exit code other than 0 is an error of the test; answers stdout. */
  must(program: Program, args: readonly string[], options?: RunOptions): Promise<string>;
}

type RunOptions = Omit<ProgramOptions, "folder">;

/**
 * The folder of Helm 3 and 4 and of the program that applies as Flux does; they are built first where they are missing. Where they cannot be
 * built, whoever runs one of them fails, and the other suites don't.
 */
export function buildDeployers(): string {
  const script = join(import.meta.dirname, "..", "deployers", "build.sh");
  try {
    return execFileSync("sh", [script], { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
  } catch {
    return "/could-not-be-built";
  }
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
  const run: Programs["run"] = (program, args, options = {}) => {
    const [command, ...before] = commands[program];
    // HOME: what they cache of the cluster, or write for themselves, goes with the test server.
    const environment = { HOME: cluster.folder, KUBECONFIG: cluster.kubeconfig, ...options.environment };
    return runProgram(command, [...before, ...args], { ...options, environment, folder });
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
