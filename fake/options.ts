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

/** How a fake is created; everything has a default. */
export interface FakeOptions {
  /** Port to listen on; 0 (the default) takes a free one. */
  readonly port?: number;
  /** Address to listen on; the loopback by default. */
  readonly host?: string;
  /** Key of the agent that the fixtures are for; a random one by default. */
  readonly apiKey?: string;
  /** Fixes keys, random parts of ids, and chance; without it every fake differs. */
  readonly seed?: number | string;
  /** A clock of one's own, or how the fake's own one starts. */
  readonly clock?: Clock | ClockOptions;
  /** Ids of mutants (`operator@site[guard,…]`) to be. */
  readonly mutants?: readonly string[];
  /** A correct server that differs: choices by name, or a number that draws them. */
  readonly variant?: Variant | number;
  /** Delay before each response, in milliseconds. */
  readonly latencyMs?: number;
  /** Requests a second for each agent; 0 for no limit. */
  readonly rateLimit?: number;
  /** How long presigned URLs work, in milliseconds. */
  readonly urlLifetimeMs?: number;
  /** Called each time when a mutant alters a response, or meets a call whose input or rules it alters. */
  readonly onMutantReached?: () => void;
  /** Turns a text into a vector of unit length, in place of the local embedding. */
  readonly embed?: (text: string) => Float32Array;
  /** False to leave out the control interface under `/_fake`. */
  readonly control?: boolean;
  /** Host names under which other machines may use the control interface; `*` for any. By default only this machine may. */
  readonly controlHosts?: readonly string[];
  /**
   * Origins whose pages may use the API from a browser, in addition to those of this machine, such as
   * `https://app.example.com`; `"*"` for any, false for none at all.
   */
  readonly cors?: Cors;
  /** True when such pages may use the control interface, too. */
  readonly corsControl?: boolean;
  /** How much the request journal keeps; 1,000 requests by default. */
  readonly journal?: JournalOptions;
  /** Disturbances that a client has to live with, to begin with; {@link Fake.chaos} changes them. */
  readonly chaos?: readonly ChaosRule[];
  /** What people and other agents do, on the clock or in reaction to requests; {@link Fake.people} changes it. */
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
  /** True for the demo: a fortnight of work of a team, in the workspace of the reference population. */
  readonly demo?: boolean;
  /** File that brings what an earlier fake held, when it is there, and takes what this one holds when it is closed. */
  readonly snapshotFile?: string;
  /** Takes lines that tell how far the loading and saving of a large snapshot is. */
  readonly progress?: (line: string) => void;
  /** Adds routes and hooks. */
  readonly extensions?: readonly Extension[];
}

let schema: SettingsSchema | null = null;

/**
 * Rejects options that no fake can have; one that is undefined is none.
 *
 * @throws OperatorError `FAKE-OPTIONS-…` for a name or a value that no fake can have: most tests have no types to tell them.
 */
export function checkOptions(options: FakeOptions): void {
  const value = isObject(options) ? plainOf(options) : (options as Json);
  schema ??= settingsSchema(readSchema("fake-options.schema.json"));
  const problems = [...schema.problems(value), ...(isObject(options) ? missingFunctions(options) : [])];
  reject(problems, unwrittenSettings("createFake", value), { what: "options", code: "FAKE-OPTIONS" });
}

/** The options as JSON can say them, for the schema: without functions, and without what has a check of its own. */
function plainOf(options: FakeOptions): Json {
  const shown = Object.entries(options).filter(
    ([name, value]) => value !== undefined && !APART.includes(name) && !(name === "clock" && isClock(value)),
  );
  return Object.fromEntries(shown.map(([name, value]) => [name, name === "clock" ? plainClock(value) : value])) as Json;
}

const APART = ["embed", "onMutantReached", "chaos", "scenario", "seedData", "progress"];

/** How a clock starts, an instant of any form as a number; what is no such thing stays as it is, to be named in the rejection. */
function plainClock(clock: unknown): unknown {
  if (isDate(clock)) return clock.toJSON();
  if (!isObject(clock) || clock.startAt === undefined) return clock;
  const startAt = millisecondsAt(clock.startAt);
  return startAt !== undefined && startAt >= 0 && startAt <= LAST_INSTANT ? { ...clock, startAt } : clock;
}

/** What should be functions, which no schema can tell. */
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
