import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{spec,generators,fake,suites,reports}/**/*.test.ts"],
    globalSetup: ["suites/cli/testing/build.ts"],
    // Most of these tests wait for servers: on two cores, one file at a time leaves one of them idle.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
