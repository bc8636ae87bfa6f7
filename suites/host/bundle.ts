import { build } from "rolldown";
import { packageRoot } from "../../spec/package-root.ts";

// A step of the build: what the worker of a run loads, in few files. Other packages stay where they are.

await build({
  cwd: packageRoot,
  input: ["./dist/suites/host/worker.js", "./dist/suites/host/checks.suite.js"],
  external: /^[^./]/,
  platform: "node",
  output: { dir: "dist/worker", cleanDir: true },
});
