import { existsSync } from "node:fs";
import { createRequire } from "node:module";

/** Loads what is kept as code or as JSON, and for that code what it needs of the package. */
export const load = createRequire(import.meta.url);

/** Sources never meet what older ones have created. */
const isBuilt = import.meta.url.endsWith(".js");

/** What the build has kept in a file of its own; the other value where nothing was built. */
export function keptIn<Kept>(file: string, otherwise: Kept): Kept {
  return isBuilt && existsSync(file) ? (load(file) as Kept) : otherwise;
}
