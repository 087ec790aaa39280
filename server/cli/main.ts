/** Entry of the command line: ties `run` to the process. Installed on PATH as kubectl-ownership, kubectl finds it as `kubectl ownership`. */
import { realpathSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { noClusterClient } from "../../shared/ownership/words/commandLine.ts";
import type { Cluster } from "../cluster/ports.ts";
import { exitCodes } from "./exitCodes.ts";
import { packageVersion } from "./packageVersion.ts";
import { run } from "./run.ts";

// `… | head` closes the pipe early: no reason to print a stack.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

run(process.argv.slice(2), {
  cwd: process.cwd(),
  variables: process.env,
  terminal: process.stdout.isTTY === true,
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  stdin: () => buffer(process.stdin),
  now: Date.now,
  cluster,
  version: () => packageVersion(realpathSync(process.argv[1] ?? ".")),
}).then(
  (code) => {
    process.exitCode = code;
    // What nobody waits for any more, like a proxy that says nothing, holds the shell no longer; all is printed by then.
    process.stdout.write("", () => setTimeout(() => process.exit(), 500).unref());
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = exitCodes.bug;
  },
);

async function cluster(): Promise<Cluster> {
  try {
    return (await import("../cluster/main.ts")).createCluster();
  } catch (error) {
    // What is wrong with the program, not with a cluster: the session has no words for it.
    console.error(noClusterClient(process.versions.node, String(error)));
    throw error;
  }
}
