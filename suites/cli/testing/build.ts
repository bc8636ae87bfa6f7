import { execFile } from "node:child_process";
import { packageFile, packageRoot } from "../../../spec/package-root.ts";

/** Brings `dist/` up to date before any test, for the tests that drive the real command; some seconds. */
export default async function setup(): Promise<void> {
  const compiler = packageFile("node_modules", "typescript", "bin", "tsc");
  // Type errors are the business of `npm run typecheck`: the other tests can still say something.
  await run([compiler, "-p", "tsconfig.build.json"]);
  await Promise.all([run([packageFile("dist", "fake", "console", "bundle-library.js")]), keep()]);
}

/** What the build keeps may come of code that is no longer there: it is built again, the parsed files first. */
async function keep(): Promise<void> {
  await run([packageFile("dist", "spec", "settings", "keep-parsed.js")]);
  await run([packageFile("dist", "generators", "keep-cases.js")]);
}

function run(command: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: packageRoot, maxBuffer: MOST_TOLD }, (error, stdout, stderr) => {
      if (error) process.stderr.write(`The build has errors:\n${stdout}${stderr}`);
      resolve();
    });
  });
}

/** Characters of what a step tells. */
const MOST_TOLD = 10_000_000;
