import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";
import { packageFile, packageRoot } from "../../spec/package-root.ts";

// A step of the build: bundles the libraries of the console into one module, so that they need not be installed with
// the package.

const LIBRARIES = ["preact", "htm"];
const folder = packageFile("dist", "fake", "console", "browser");

await build({
  cwd: packageRoot,
  input: "./fake/console/browser/library.js",
  platform: "browser",
  output: { file: join(folder, "library.js"), format: "esm", minify: true },
});
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "licences.txt"), LIBRARIES.map(licenceOf).join("\n"));

/** Returns a library's licence, which must be shipped with its code. */
function licenceOf(name: string): string {
  const { version } = JSON.parse(readFileSync(packageFile("node_modules", name, "package.json"), "utf8"));
  return `${name} ${version}\n\n${readFileSync(packageFile("node_modules", name, "LICENSE"), "utf8")}`;
}
