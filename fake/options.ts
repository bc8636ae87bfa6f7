import { isDate } from "node:util/types";
import { isObject, type Json } from "../spec/json.ts";
import { quoted } from "../spec/quoted.ts";
import { readSchema } from "../spec/settings/published-schema.ts";
import type { Path } from "../spec/settings/settings-file.ts";
import {
  reject,
  type SettingsProblem,
  type SettingsSchema,
  settingsSchema,
  unwrittenSettings,
} from "../spec/settings/settings-schema.ts";
import type { ChaosRule } from "./chaos/rule.ts";
import type { JournalOptions } from "./control/journal/journal.ts";
import type { Extension } from "./fake.ts";
import type { Cors } from "./http/cross-origin.ts";
import type { Scenario } from "./people/scenario.ts";
import { type Clock, type ClockOptions, isClock, LAST_INSTANT, millisecondsAt } from "./runtime/clock.ts";
import type { SeedData } from "./seeds/seed-data.ts";
import type { Variant } from "./variants/variant.ts";

/** The options of a fake; all have defaults. */
export interface FakeOptions {
  /** Port to listen on; 0 (the default) uses a free one. */
  readonly port?: number;
  /** Address to listen on; the loopback by default. */
  readonly host?: string;
  /** Key of the agent that the fixtures are for; a random one by default. */
  readonly apiKey?: string;
  /** Seed of keys, random parts of ids, and chance; without it every fake differs. */
  readonly seed?: number | string;
  /** The user's own clock, or the start of the fake's own one. */
  readonly clock?: Clock | ClockOptions;
  /** Ids of mutants (`operator@site[guard,…]`) to be. */
  readonly mutants?: readonly string[];
  /** A correct server that differs: choices by name, or a number that draws them. */
  readonly variant?: Variant | number;
  /** Delay before each response, in milliseconds. */
  readonly latencyMs?: number;
  /** Requests a second for each agent; 0 for no limit. */
  readonly rateLimit?: number;
  /** The lifetime of presigned URLs in milliseconds. */
  readonly urlLifetimeMs?: number;
  /** Called whenever a mutant alters a response, or affects a call by altering its input or rules. */
  readonly onMutantReached?: () => void;
  /** Turns a text into a vector of unit length, in place of the local embedding. */
  readonly embed?: (text: string) => Float32Array;
  /** False to leave out the control interface under `/_fake`. */
  readonly control?: boolean;
  /** Host names under which other machines may use the control interface; `*` for any. By default only this machine may. */
  readonly controlHosts?: readonly string[];
  /**
   * Origins whose pages may use the API from a browser, in addition to those of this machine, such as
   * `https://app.example.com`; `"*"` for any, false for none.
   */
  readonly cors?: Cors;
  /** True when such pages may use the control interface, too. */
  readonly corsControl?: boolean;
  /** The size of the request journal; 1,000 requests by default. */
  readonly journal?: JournalOptions;
  /** The initial chaos rules; {@link Fake.chaos} changes them. */
  readonly chaos?: readonly ChaosRule[];
  /**
   * The actions of people and other agents, on the clock or in reaction to requests; {@link Fake.people} changes them.
   */
  readonly scenario?: Scenario;
  /** A file with such a scenario. */
  readonly scenarioFile?: string;
  /**
   * Worlds to begin with, each a workspace; with `reference: false` in one, in place of the reference population, with
   * `reference: "extended"` in the workspace of that population.
   */
  readonly seedData?: SeedData | readonly SeedData[];
  /** Files with such worlds. */
  readonly seedFiles?: readonly string[];
  /** True for the demo: two weeks of a team's work, in the workspace of the reference population. */
  readonly demo?: boolean;
  /**
   * File to restore the state of an earlier fake from, if it exists, and to save the state to when the fake is closed.
   */
  readonly snapshotFile?: string;
  /** Receives lines on the progress of loading and saving a large snapshot. */
  readonly progress?: (line: string) => void;
  /** Adds routes and hooks. */
  readonly extensions?: readonly Extension[];
}

let schema: SettingsSchema | null = null;

/**
 * Checks options; one that is undefined counts as absent.
 *
 * @throws OperatorError `FAKE-OPTIONS-…` for an invalid name or value, since most tests have no type check.
 */
export function checkOptions(options: FakeOptions): void {
  const value = isObject(options) ? plainOf(options) : (options as Json);
  schema ??= settingsSchema(readSchema("fake-options.schema.json"));
  const problems = [...schema.problems(value), ...(isObject(options) ? missingFunctions(options) : [])];
  reject(problems, unwrittenSettings("createFake", value), { what: "options", code: "FAKE-OPTIONS" });
}

/** Returns the options as JSON for the schema: without functions, and without those that are checked separately. */
function plainOf(options: FakeOptions): Json {
  const shown = Object.entries(options).filter(
    ([name, value]) => value !== undefined && !APART.includes(name) && !(name === "clock" && isClock(value)),
  );
  return Object.fromEntries(shown.map(([name, value]) => [name, name === "clock" ? plainClock(value) : value])) as Json;
}

const APART = ["embed", "onMutantReached", "chaos", "scenario", "seedData", "progress"];

/**
 * Returns the start of a clock with its instant as a number; an invalid value stays unchanged, to be named in the
 * rejection.
 */
function plainClock(clock: unknown): unknown {
  if (isDate(clock)) return clock.toJSON();
  if (!isObject(clock) || clock.startAt === undefined) return clock;
  const startAt = millisecondsAt(clock.startAt);
  return startAt !== undefined && startAt >= 0 && startAt <= LAST_INSTANT ? { ...clock, startAt } : clock;
}

/** Returns a problem for each option that should be a function, which no schema can check. */
function missingFunctions({ embed, onMutantReached, progress, extensions, clock }: FakeOptions): SettingsProblem[] {
  const wanted: [Path, unknown][] = [];
  if (embed !== undefined) wanted.push([["embed"], embed]);
  if (onMutantReached !== undefined) wanted.push([["onMutantReached"], onMutantReached]);
  if (progress !== undefined) wanted.push([["progress"], progress]);
  if (Array.isArray(extensions))
    for (const [index, one] of extensions.entries()) wanted.push([["extensions", index], one]);
  if (isClock(clock)) wanted.push([["clock", "advance"], clock.advance], [["clock", "set"], clock.set]);
  return wanted
    .filter(([, value]) => typeof value !== "function")
    .map(([path, value]) => {
      const text = `${quoted(value)} is not valid: expected a function.`;
      return { code: "VALUE", path, text, hint: "Give a function." };
    });
}
