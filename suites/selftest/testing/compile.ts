import { spawnSync } from "node:child_process";
import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageFile } from "../../../spec/package-root.ts";

/** What the compiler made of some sources. */
export interface Compiled {
  /** Folder with the JavaScript, a file for each source. */
  readonly folder: string;
  /** What the compiler complains of; empty when it accepts everything. */
  readonly complaints: string;
}

const OPTIONS = {
  target: "es2023",
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
  types: ["node"],
};

/** Compiles sources, by name to text, strictly, in a folder of their own. */
export function compileSources(sources: Readonly<Record<string, string>>): Compiled {
  const folder = mkdtempSync(join(tmpdir(), "wac-types-"));
  const files = {
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify({ compilerOptions: OPTIONS }),
  };
  for (const [name, text] of Object.entries({ ...files, ...sources })) writeFileSync(join(folder, name), text);
  symlinkSync(packageFile("node_modules"), join(folder, "node_modules"));
  const compiler = packageFile("node_modules", "typescript", "bin", "tsc");
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, "-p", "."], { cwd: folder, encoding: "utf8" });
  return { folder, complaints: `${stdout}${stderr}` };
}
