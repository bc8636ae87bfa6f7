import { readFileSync } from "node:fs";
import type { Json, JsonObject } from "../spec/json.ts";
import { packageFile } from "../spec/package-root.ts";
import { refuse, type SettingsSchema, settingsSchema, unwrittenSettings } from "../spec/settings/settings-schema.ts";
import type { FakeOptions } from "./create.ts";

let schema: SettingsSchema | null = null;

/**
 * The options of a fake without those that are undefined.
 *
 * @throws OperatorError `FAKE-OPTIONS-…` for a name or a value that no fake can have: most tests have no types to tell them.
 */
export function checkedOptions(options: FakeOptions): FakeOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  // Functions, and what has a check of its own: here their names alone are of interest.
  const shown = given.map(([name, value]) => [name, OPAQUE.includes(name) ? null : value]);
  const value = Object.fromEntries(shown) as Json;
  schema ??= settingsSchema(
    JSON.parse(readFileSync(packageFile("spec", "schemas", "fake-options.schema.json"), "utf8")) as JsonObject,
  );
  refuse(schema.problems(value), unwrittenSettings("createFake", value), { what: "options", code: "FAKE-OPTIONS" });
  return Object.fromEntries(given);
}

const OPAQUE = ["clock", "embed", "chaos", "seedData", "progress"];
