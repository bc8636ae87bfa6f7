import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The absolute path of the package folder, from sources and from `dist/` alike. */
export const packageRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Absolute path of a file that the package ships, named from the package's folder. */
export function packageFile(...segments: string[]): string {
  return join(packageRoot, ...segments);
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("package.json of workspace-agent-conformance not found above its own modules");
  return findRoot(parent);
}
