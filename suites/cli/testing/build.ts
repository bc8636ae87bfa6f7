import { spawnSync } from "node:child_process";
import { packageFile, packageRoot } from "../../../spec/package-root.ts";

/** Brings `dist/` up to date before any test, for the tests that drive the real command; half a second. */
export default function setup(): void {
  const compiler = packageFile("node_modules", "typescript", "bin", "tsc");
  const built = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], { cwd: packageRoot });
  // Type errors are the business of `npm run typecheck`: the other tests can still say something.
  if (built.status !== 0) process.stderr.write(`The build has errors:\n${built.stdout}${built.stderr}`);
}
