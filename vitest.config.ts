import { defineConfig } from "vitest/config";

/** Unit, wire and vector tests. The suites that need a real server or a real editor have their own commands. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/cluster/**", "test/editor/**", "**/node_modules/**"],
    testTimeout: 20_000,
  },
});
