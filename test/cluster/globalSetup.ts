import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildDeployers } from "./repositories/programs.ts";
import { startServer } from "./server.ts";

/** Fresh bundles, the deployers and one server for all suites; where they are is handed to their processes. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [join(import.meta.dirname, "..", "..", "esbuild.mjs")], { stdio: "inherit" });
  project.provide("deployers", buildDeployers());
  const { stop, folder, url, kubeconfig, kubectlPath, authority } = await startServer();
  project.provide("clusterAddress", { folder, url, kubeconfig, kubectlPath, authority });
  return stop;
}
