import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import type { Json, JsonObject } from "./json.ts";
import { packageFile } from "./package-root.ts";

/** True for a value that keeps to a schema. */
export type Check = (value: Json) => boolean;

/** What the build keeps of the schemas of files that people write, by {@link checkName}. */
export type KeptChecks = Readonly<Record<string, (require: NodeJS.Require) => Check>>;

/**
 * The compiled check of a schema, where the build has kept it: most files have no mistake, and need nobody who could tell
 * which it is.
 */
export function keptCheck(schema: JsonObject): Check | null {
  const load = createRequire(import.meta.url);
  kept ??= isBuilt && existsSync(KEPT_CHECKS) ? (load(KEPT_CHECKS) as KeptChecks) : {};
  return kept[checkName(schema)]?.(load) ?? null;
}

/** What tells schemas apart: their content. */
export function checkName(schema: JsonObject): string {
  return createHash("sha256").update(JSON.stringify(schema)).digest("hex");
}

/** Where the build keeps them. */
export const KEPT_CHECKS = packageFile("dist", "spec", "checks.cjs");

/** Sources never meet what older ones have made. */
const isBuilt = import.meta.url.endsWith(".js");

let kept: KeptChecks | null = null;
