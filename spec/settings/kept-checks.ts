import { createHash } from "node:crypto";
import type { Json, JsonObject } from "../json.ts";
import { packageFile } from "../package-root.ts";
import { keptIn, load } from "./kept.ts";

/** True for a value that keeps to a schema. */
export type Check = (value: Json) => boolean;

/** What the build keeps of the schemas of files that people write, by {@link checkName}. */
export type KeptChecks = Readonly<Record<string, (require: NodeJS.Require) => Check>>;

/**
 * The compiled check of a schema, where the build has kept it: most files have no mistake, and need nobody who could tell
 * which it is.
 */
export function keptCheck(schema: JsonObject): Check | null {
  kept ??= keptIn<KeptChecks>(KEPT_CHECKS, {});
  return kept[checkName(schema)]?.(load) ?? null;
}

/** What tells schemas apart: their content. */
export function checkName(schema: JsonObject): string {
  return createHash("sha256").update(JSON.stringify(schema)).digest("hex");
}

/** Where the build keeps them. */
export const KEPT_CHECKS = packageFile("dist", "spec", "checks.cjs");

let kept: KeptChecks | null = null;
