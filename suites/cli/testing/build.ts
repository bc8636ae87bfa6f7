import { execFile } from "node:child_process";
import { packageFile, packageRoot } from "../../../spec/package-root.ts";

/** Updates `dist/` before any test, for the tests that run the real command; takes some seconds if it is outdated. */
export default function setup(): Promise<void> {
  return new Promise((resolve) => {
    const built = packageFile("suites", "host", "built.mjs");
    execFile(process.execPath, [built], { cwd: packageRoot, maxBuffer: MAX_TOLD }, (error, stdout, stderr) => {
      // Type errors are reported by `npm run typecheck`; the other tests can still run.
      if (error) process.stderr.write(`The build has errors:\n${stdout}${stderr}`);
      resolve();
    });
  });
}

/** The most characters of the build's output. */
const MAX_TOLD = 10_000_000;
