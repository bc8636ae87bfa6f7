import { readFileSync } from "node:fs";
import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { packageFile } from "../../spec/package-root.ts";
import type { SettingsKind } from "../../spec/settings/settings-file.ts";
import { type SettingsSchema, settingsSchema } from "../../spec/settings/settings-schema.ts";

/** How messages and error codes name the target file. */
export const TARGET_FILE: SettingsKind = { what: "target file", code: "TARGET-FILE" };

/** The published schema of the target file, as JSON. */
export const targetSchemaJson: JsonObject = readSchema("target.schema.json");

/** The published schema of the target file, compiled. */
export const targetSchema: SettingsSchema = settingsSchema(targetSchemaJson);

/** A published schema by its file name. */
export function readSchema(name: string): JsonObject {
  const parsed = JSON.parse(readFileSync(packageFile("spec", "schemas", name), "utf8")) as Json;
  if (!isObject(parsed)) throw new Error(`${name} is no JSON object`);
  return parsed;
}
