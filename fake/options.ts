import type { Json } from "../spec/json.ts";
import { readSchema } from "../spec/settings/published-schema.ts";
import { refuse, type SettingsSchema, settingsSchema, unwrittenSettings } from "../spec/settings/settings-schema.ts";
import type { FakeOptions } from "./create.ts";

let schema: SettingsSchema | null = null;

/**
 * Refuses options that no fake can have; one that is undefined is none.
 *
 * @throws OperatorError `FAKE-OPTIONS-…` for a name or a value that no fake can have: most tests have no types to tell them.
 */
export function checkOptions(options: FakeOptions): void {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  // Functions, and what has a check of its own: here their names alone are of interest.
  const shown = given.map(([name, value]) => [name, OPAQUE.includes(name) ? null : value]);
  const value = Object.fromEntries(shown) as Json;
  schema ??= settingsSchema(readSchema("fake-options.schema.json"));
  refuse(schema.problems(value), unwrittenSettings("createFake", value), { what: "options", code: "FAKE-OPTIONS" });
}

const OPAQUE = ["clock", "embed", "chaos", "seedData", "progress"];
