import { readFileSync } from "node:fs";
import { isObject, type Json, type JsonObject } from "../json.ts";
import { packageFile } from "../package-root.ts";

/** A schema that the package publishes, by its file name. */
export function readSchema(name: string): JsonObject {
  const parsed = JSON.parse(readFileSync(packageFile("spec", "schemas", name), "utf8")) as Json;
  if (!isObject(parsed)) throw new Error(`${name} is not JSON object`);
  return parsed;
}
