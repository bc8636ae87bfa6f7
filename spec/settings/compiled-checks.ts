import { createHash } from "node:crypto";
import type { Json, JsonObject } from "../json.ts";
import { packageFile } from "../package-root.ts";
import { buildResultOr, load } from "./build-result.ts";

/** Returns true for a value that satisfies a schema. */
export type Check = (value: Json) => boolean;

/** The compiled checks of the schemas of user-written files, by {@link checkKey}, as the build writes them. */
export type CompiledChecks = Readonly<Record<string, (require: NodeJS.Require) => Check>>;

/**
 * Returns the compiled check of a schema, or null if the build wrote none. Most files are valid and do not need the
 * validator that finds the mistake.
 */
export function compiledCheck(schema: JsonObject): Check | null {
  loaded ??= buildResultOr<CompiledChecks>(COMPILED_CHECKS_FILE, {});
  return loaded[checkKey(schema)]?.(load) ?? null;
}

/** Returns the key of a schema: a hash of its content. */
export function checkKey(schema: JsonObject): string {
  return createHash("sha256").update(JSON.stringify(schema)).digest("hex");
}

/** The file that the build writes them to. */
export const COMPILED_CHECKS_FILE = packageFile("dist", "spec", "checks.cjs");

let loaded: CompiledChecks | null = null;
