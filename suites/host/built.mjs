import { execSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

// Builds where there is no build, or where a source is newer than it, tests apart: a command must not run what its reader has changed since.
// It runs before there is anything built, so it is plain JavaScript. What the build writes last tells that it came to its end.
const BUILT = "dist/generators/cases.json";
const FOLDERS = ["spec", "generators", "suites", "fake", "reports"];
const SOURCE = /(?<!\.test)\.(?:ts|ya?ml|schema\.json)$|library\.js$/;

const modified = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const sources = [
  "package.json",
  "tsconfig.json",
  "tsconfig.build.json",
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => SOURCE.test(name))
      .map((name) => join(folder, name)),
  ),
];
const builtAt = modified(BUILT);

if (sources.some((path) => modified(path) > builtAt)) {
  // Standard output belongs to the command that follows, such as the one line of JSON of wac fake --json.
  const what = builtAt === 0 ? "Building" : "Sources have changed: building";
  process.stderr.write(`${what}, which takes some seconds\n`);
  execSync("npm run --silent build", { stdio: ["inherit", 2, 2] });
}
