import { execFile } from "node:child_process";
import { packageFile, packageRoot } from "../../../spec/package-root.ts";

/** Brings `dist/` up to date before any test, for the tests that drive the real command; some seconds where it is not. */
export default function setup(): Promise<void> {
  return new Promise((resolve) => {
    const built = packageFile("suites", "host", "built.mjs");
    execFile(process.execPath, [built], { cwd: packageRoot, maxBuffer: MOST_TOLD }, (error, stdout, stderr) => {
      // Type errors are the business of `npm run typecheck`: the other tests can still say something.
      if (error) process.stderr.write(`The build has errors:\n${stdout}${stderr}`);
      resolve();
    });
  });
}

/** Characters of what the build tells. */
const MOST_TOLD = 10_000_000;
