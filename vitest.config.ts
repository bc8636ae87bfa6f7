import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { BUILT, builtModules } from "./suites/cli/testing/built-modules.ts";

const FOLDERS = ["spec", "generators", "fake", "suites", "reports"];
const TESTS = `{${FOLDERS.join(",")}}/**/*.test.ts`;

/** Whole runs, which `npm run selftest` starts: `suites/selftest/scenarios/vitest.config.ts`. */
const SCENARIOS = "**/*.scenario.test.ts";

/** Tests that put something in the place of a module, which no other test may have loaded before. */
const replacing = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
).filter((path) => path.endsWith(".test.ts") && /\bvi\.(?:do)?[mM]ock\(/.test(readFileSync(path, "utf8")));

/** `npm test` tries what the build wrote (`--mode built`); a test that somebody works on, the sources. */
const isOfBuild = (mode: string) => mode === "built";

export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: ["suites/cli/testing/build.ts"],
    // Most of these tests wait for servers: on two cores, one file at a time leaves one of them idle.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        plugins: isOfBuild(mode) ? [builtModules(import.meta.dirname)] : [],
        test: {
          name: "tests",
          server: { deps: { external: [BUILT] } },
          include: [TESTS],
          exclude: [...configDefaults.exclude, SCENARIOS, ...replacing],
          // The modules of the suite take seconds to load: a process loads them once for all of its files.
          isolate: false,
        },
      },
      { extends: true, test: { name: "replacing modules", include: replacing } },
    ],
  },
}));
