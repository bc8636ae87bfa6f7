import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{spec,generators,fake,suites,reports}/**/*.test.ts"],
    globalSetup: ["suites/cli/testing/build.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
