import type { JsonObject } from "../../spec/json.ts";
import { readSchema } from "../../spec/settings/published-schema.ts";
import type { SettingsKind } from "../../spec/settings/settings-file.ts";
import { type SettingsSchema, settingsSchema } from "../../spec/settings/settings-schema.ts";

/** The names of the target file in messages and error codes. */
export const TARGET_FILE: SettingsKind = { what: "target file", code: "TARGET-FILE" };

/** The published schema of the target file, as JSON. */
export const targetSchemaJson: JsonObject = readSchema("target.schema.json");

/** The published schema of the target file, compiled. */
export const targetSchema: SettingsSchema = settingsSchema(targetSchemaJson);
