import { createHash } from "node:crypto";
import type { Json, JsonObject } from "../json.ts";
import { packageFile } from "../package-root.ts";
import { keptIn, load } from "./kept.ts";

/** Returns true for a value that satisfies a schema. */
export type Check = (value: Json) => boolean;

/** The compiled checks of the schemas of user-written files, by {@link checkName}, as the build writes them. */
export type KeptChecks = Readonly<Record<string, (require: NodeJS.Require) => Check>>;

/**
 * Returns the compiled check of a schema, or null if the build wrote none. Most files are valid and do not need the
 * validator that finds the mistake.
 */
export function keptCheck(schema: JsonObject): Check | null {
  kept ??= keptIn<KeptChecks>(KEPT_CHECKS, {});
  return kept[checkName(schema)]?.(load) ?? null;
}

/** Returns the key of a schema: a hash of its content. */
export function checkName(schema: JsonObject): string {
  return createHash("sha256").update(JSON.stringify(schema)).digest("hex");
}

/** The file that the build writes them to. */
export const KEPT_CHECKS = packageFile("dist", "spec", "checks.cjs");

let kept: KeptChecks | null = null;
