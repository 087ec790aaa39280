import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";

/** The suites that need a real kube-apiserver: one for all of them, built first where it is missing. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: ["test/cluster/**/*.test.ts"],
    globalSetup: ["test/cluster/globalSetup.ts"],
    // What the bundles keep of schemas is no business of the person's own cache.
    env: { XDG_CACHE_HOME: join(tmpdir(), "field-ownership-test-cache") },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Tests of faults mostly wait.
    maxConcurrency: 30,
  },
});
export default config;
