import type { Json } from "../../../spec/json.ts";
import type { TransportOptions } from "../../client/transport.ts";
import type { KnownFailures, ResolvedTarget } from "../../target/types.ts";
import type { BudgetName } from "./check.ts";
import type { RunEvent } from "./events.ts";

/** The settings of a run, as plain data. */
export interface RunSettings {
  readonly target: ResolvedTarget;
  readonly budget: BudgetName;
  readonly seed: number;
  /** Globs over requirement ids; empty for all. */
  readonly only: readonly string[];
  /** Requirement ids to restrict the run to, from an earlier report; null for no restriction. */
  readonly onlyFailed: readonly string[] | null;
  /** Ends the run after this many failed requirements that fail it; 0 for never. */
  readonly maxFailures: number;
  /** Sends nothing that leaves a trace on the target. */
  readonly readOnly: boolean;
  /** Counts a SHOULD failure as a failure of the run. */
  readonly strict: boolean;
  /** Only the verdict matters: the run ends with the first failure that fails it, and shrinks nothing. */
  readonly verdictOnly?: boolean;
  readonly knownFailures: KnownFailures | null;
  /** Repeats failures of an earlier report and nothing else; absent or null for an ordinary run. */
  readonly replay?: readonly ReplayTarget[] | null;
  /** Absolute path of a file to write the exchanges of the run to; absent for none. */
  readonly record?: string;
  /** The word that marks the texts of the run. Random if not given, since two runs must not share one on a target. */
  readonly mark?: string;
}

/** A failure to repeat: the check that found it and its shrunk input, both as the report has them. */
export interface ReplayTarget {
  readonly requirement: string;
  readonly check: string;
  readonly counterexample: Json;
}

/** The settings of a run in this process, with a signal, progress events and a replacement for sockets. */
export interface RunOptions extends RunSettings, Pick<TransportOptions, "intercept"> {
  /** An abort ends the run early with a valid partial report. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: RunEvent) => void;
}

/** Returns the settings of a full run at the standard budget, with changes. */
export function ordinaryRun(target: ResolvedTarget, more: Partial<RunSettings> = {}): RunSettings {
  return {
    target,
    budget: "standard",
    seed: 1,
    only: [],
    onlyFailed: null,
    maxFailures: 0,
    readOnly: false,
    strict: false,
    knownFailures: null,
    ...more,
  };
}

/** The largest seed that the property-based engine takes as it is. */
export const MAX_SEED = 2 ** 31 - 1;

const MIB = 1024 * 1024;

/**
 * The budgets. Checks come in the same order in each; a larger one gets further. `requests` and `tasks` are the most
 * that a run may send and create, unless the target file sets lower limits; `stimuli` is the part of these for requests
 * that combine variations; `cases` is the factor for random or repetitive cases; `historyBytes` is how much of the
 * short and of the long responses of each read operation is kept for the rules: a smoke run keeps all of its few, and a
 * sample of many is as informative.
 */
export const BUDGETS = {
  smoke: {
    requests: 1_500,
    tasks: 30,
    stimuli: { requests: 330, tasks: 4, files: 2, withoutEffectEvery: 0 },
    cases: 0.1,
    asksOpenPoints: false,
    asAnother: "nothing",
    lifetimeSeconds: 5,
    absence: { attempts: 1, usesFullTimeout: false },
    slowing: 3,
    historyBytes: 16 * MIB,
  },
  standard: {
    requests: 10_000,
    tasks: 150,
    stimuli: { requests: 3_000, tasks: 40, files: 12, withoutEffectEvery: 12 },
    cases: 1,
    asksOpenPoints: true,
    asAnother: "all but tasks",
    lifetimeSeconds: 10,
    absence: { attempts: 4, usesFullTimeout: true },
    slowing: 1.5,
    historyBytes: 2 * MIB,
  },
  thorough: {
    requests: 50_000,
    tasks: 500,
    stimuli: { requests: 20_000, tasks: 200, files: 24, withoutEffectEvery: 12 },
    cases: 5,
    asksOpenPoints: true,
    asAnother: "tasks too",
    lifetimeSeconds: 60,
    absence: { attempts: 4, usesFullTimeout: true },
    slowing: 1.5,
    historyBytes: 4 * MIB,
  },
} as const satisfies Record<BudgetName, Bounds>;

interface Bounds {
  readonly requests: number;
  readonly tasks: number;
  /** For requests in all combinations. Every `asideEvery` turns, one is sent that must change nothing; 0 for never. */
  readonly stimuli: {
    readonly requests: number;
    readonly tasks: number;
    readonly files: number;
    readonly withoutEffectEvery: number;
  };
  readonly cases: number;
  /** True if the run also asks about open points that other checks do not show. */
  readonly asksOpenPoints: boolean;
  /** The checks that are repeated as the other agent after all else. Each may cost as much again. */
  readonly asAnother: "nothing" | "all but tasks" | "tasks too";
  /** The longest lifetime of a memory that the run waits for. */
  readonly lifetimeSeconds: number;
  /** The number of attempts after the first that watch an absence, and whether they take the whole consistency timeout. */
  readonly absence: { readonly attempts: number; readonly usesFullTimeout: boolean };
  /** The factor from each wait for an index to the next: a slow index must not use up a small run's requests. */
  readonly slowing: number;
  readonly historyBytes: number;
}

/** Returns true for a run of some requirements only. It checks these completely, whatever its budget. */
export function isRestricted({ only, onlyFailed, replay }: RunSettings): boolean {
  return only.length > 0 || onlyFailed !== null || Boolean(replay);
}
