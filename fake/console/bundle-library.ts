import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";
import { packageFile, packageRoot } from "../../spec/package-root.ts";

// A step of the build: the libraries of the console as one module, so that none of them has to be installed with the package.

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

/** A library's licence, which has to go with its code. */
function licenceOf(name: string): string {
  const { version } = JSON.parse(readFileSync(packageFile("node_modules", name, "package.json"), "utf8"));
  return `${name} ${version}\n\n${readFileSync(packageFile("node_modules", name, "LICENSE"), "utf8")}`;
}
