import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { packageFile } from "../../spec/package-root.ts";

/** A file of the console, or all names if the requested one is unknown. */
export type ConsoleFile = { readonly type: string; readonly content: string } | { readonly names: readonly string[] };

/** The modules and the style sheet, served unchanged. */
const SOURCES = packageFile("fake", "console", "browser");

/** The results of the build: the libraries of the modules in one file, with their licences. */
const BUILT = packageFile("dist", "fake", "console", "browser");
const BUILT_NAMES = ["library.js", "licences.txt"];

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

/** Reads a file of the console by its name. Only names in the folder are read, so no path leads elsewhere. */
export async function consoleFile(name: string): Promise<ConsoleFile> {
  const names = [...new Set([...(await readdir(SOURCES)), ...BUILT_NAMES])]
    .filter((one) => extname(one) in TYPES)
    .sort();
  if (!names.includes(name)) return { names };
  const folder = BUILT_NAMES.includes(name) ? BUILT : SOURCES;
  return { type: TYPES[extname(name)] ?? "", content: await readFile(join(folder, name), "utf8") };
}
