import { isDate } from "node:util/types";
import { isObject, type Json } from "../spec/json.ts";
import { quoted } from "../spec/quoted.ts";
import { readSchema } from "../spec/settings/published-schema.ts";
import type { Path } from "../spec/settings/settings-file.ts";
import {
  refuse,
  type SettingsProblem,
  type SettingsSchema,
  settingsSchema,
  unwrittenSettings,
} from "../spec/settings/settings-schema.ts";
import type { FakeOptions } from "./create.ts";
import { isClock, LAST_INSTANT, millisecondsAt } from "./runtime/clock.ts";

let schema: SettingsSchema | null = null;

/**
 * Refuses options that no fake can have; one that is undefined is none.
 *
 * @throws OperatorError `FAKE-OPTIONS-…` for a name or a value that no fake can have: most tests have no types to tell them.
 */
export function checkOptions(options: FakeOptions): void {
  const value = isObject(options) ? plainOf(options) : (options as Json);
  schema ??= settingsSchema(readSchema("fake-options.schema.json"));
  const problems = [...schema.problems(value), ...(isObject(options) ? missingFunctions(options) : [])];
  refuse(problems, unwrittenSettings("createFake", value), { what: "options", code: "FAKE-OPTIONS" });
}

/** The options as JSON can say them, for the schema: without functions, and without what has a check of its own. */
function plainOf(options: FakeOptions): Json {
  const shown = Object.entries(options).filter(
    ([name, value]) => value !== undefined && !APART.includes(name) && !(name === "clock" && isClock(value)),
  );
  return Object.fromEntries(shown.map(([name, value]) => [name, name === "clock" ? plainClock(value) : value])) as Json;
}

const APART = ["embed", "chaos", "seedData", "progress"];

/** How a clock starts, an instant of any form as a number; what is no such thing stays as it is, to be named in the refusal. */
function plainClock(clock: unknown): unknown {
  if (isDate(clock)) return clock.toJSON();
  if (!isObject(clock) || clock.startAt === undefined) return clock;
  const startAt = millisecondsAt(clock.startAt);
  return startAt !== undefined && startAt >= 0 && startAt <= LAST_INSTANT ? { ...clock, startAt } : clock;
}

/** What should be functions, which no schema can tell. */
function missingFunctions({ embed, progress, extensions, clock }: FakeOptions): SettingsProblem[] {
  const wanted: [Path, unknown][] = [];
  if (embed !== undefined) wanted.push([["embed"], embed]);
  if (progress !== undefined) wanted.push([["progress"], progress]);
  if (Array.isArray(extensions))
    for (const [index, one] of extensions.entries()) wanted.push([["extensions", index], one]);
  if (isClock(clock)) wanted.push([["clock", "advance"], clock.advance], [["clock", "set"], clock.set]);
  return wanted
    .filter(([, value]) => typeof value !== "function")
    .map(([path, value]) => {
      const text = `${quoted(value)} is not what was expected: a function.`;
      return { code: "VALUE", path, text, hint: "Give a function." };
    });
}
