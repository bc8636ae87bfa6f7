import { spawnSync } from "node:child_process";
import { packageFile, packageRoot } from "../../../spec/package-root.ts";

/** Brings `dist/` up to date before any test, for the tests that drive the real command; a second. */
export default function setup(): void {
  const compiler = packageFile("node_modules", "typescript", "bin", "tsc");
  // Type errors are the business of `npm run typecheck`: the other tests can still say something.
  run([compiler, "-p", "tsconfig.build.json"]);
  run([packageFile("dist", "suites", "host", "bundle.js")]);
}

function run(command: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: packageRoot });
  if (status !== 0) process.stderr.write(`The build has errors:\n${stdout}${stderr}`);
}
