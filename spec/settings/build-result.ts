import { existsSync } from "node:fs";
import { createRequire } from "node:module";

/** Loads build results (code or JSON), and the packages that this code needs. */
export const load = createRequire(import.meta.url);

/** Sources never use the results of an older build. */
const isBuilt = import.meta.url.endsWith(".js");

/** Returns the content of a build result; the other value if nothing was built. */
export function buildResultOr<Kept>(file: string, otherwise: Kept): Kept {
  return isBuilt && existsSync(file) ? (load(file) as Kept) : otherwise;
}
