import { defineConfig, type ViteUserConfig } from "vitest/config";

/** The suites that need a real kube-apiserver: one for all of them, built first where it is missing. */
const config: ViteUserConfig = defineConfig({
  test: {
    include: ["test/cluster/**/*.test.ts"],
    globalSetup: ["test/cluster/globalSetup.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
export default config;
