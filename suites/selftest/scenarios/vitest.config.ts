import { defineConfig } from "vitest/config";
import { packageRoot } from "../../../spec/package-root.ts";
import { BUILT, builtModules } from "../../cli/testing/built-modules.ts";
import { SELECTION_VARIABLE } from "./selection.ts";

// Scenarios start whole runs of the suite: too long for `npm test`, they belong to the self-test.
export default defineConfig({
  root: packageRoot,
  plugins: [builtModules(packageRoot)],
  test: {
    server: { deps: { external: [BUILT] } },
    include: ["suites/**/*.scenario.test.ts"],
    // `npm run selftest` has already built it.
    globalSetup: process.env[SELECTION_VARIABLE] === undefined ? ["suites/cli/testing/build.ts"] : [],
    runner: "suites/selftest/scenarios/runner.ts",
    isolate: false,
    maxWorkers: "100%",
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
