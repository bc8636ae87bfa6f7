import { isAbsolute } from "node:path";
import { build } from "rolldown";
import { packageRoot } from "../../spec/package-root.ts";

// A step of the build: bundles the exports of the package into a few modules. With several hundred small ones, most of
// the start time would be spent on finding and opening them.

/**
 * The modules that users load, by path in `dist/`. Code that several of them share is in one chunk, so that its
 * classes are identical.
 */
const ENTRIES = [
  "fake/index",
  "fake/mutants-and-variants",
  "fake/vitest",
  "spec/report",
  "suites/cli/main",
  "suites/index",
  "suites/selftest/independent/main",
  "suites/vitest",
];

await build({
  cwd: packageRoot,
  input: Object.fromEntries(ENTRIES.map((entry) => [entry, `./dist/${entry}.js`])),
  platform: "node",
  // Dependencies are installed with the package.
  external: (id) => !id.startsWith(".") && !isAbsolute(id),
  output: { dir: "dist/bundle", format: "esm", chunkFileNames: "chunks/[name].js" },
});
