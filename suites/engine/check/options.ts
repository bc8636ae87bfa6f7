import type { Json } from "../../../spec/json.ts";
import type { TransportOptions } from "../../client/transport.ts";
import type { KnownFailures, ResolvedTarget } from "../../target/types.ts";
import type { BudgetName } from "./check.ts";
import type { RunEvent } from "./events.ts";

/** What a run is given, as plain data. */
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
  /** A SHOULD failure counts as a failure of the run. */
  readonly strict: boolean;
  /** Only whether the run fails is wanted: it ends at once with the first failure that fails it, and shrinks nothing. */
  readonly verdictOnly?: boolean;
  readonly knownFailures: KnownFailures | null;
  /** Repeats failures of an earlier report and nothing else; absent or null for an ordinary run. */
  readonly replay?: readonly ReplayTarget[] | null;
  /** Absolute path of a file that the exchanges of the run are written to; absent for none. */
  readonly record?: string;
  /** The word that marks what the run writes; drawn where none is given, as two runs must not share one on a target. */
  readonly mark?: string;
}

/** A failure to repeat: the check that found it and its shrunk input, both as the report has them. */
export interface ReplayTarget {
  readonly requirement: string;
  readonly check: string;
  readonly counterexample: Json;
}

/** What a run in this process is given: with the two ends of a conversation while it goes on, and with a way around sockets. */
export interface RunOptions extends RunSettings, Pick<TransportOptions, "intercept"> {
  /** An abort ends the run early with a valid partial report. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (event: RunEvent) => void;
}

/** An ordinary run of everything at the standard budget, but for what is said otherwise. */
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
 * The budgets: how far a run gets in the one order in which everything is taken up. What it may send and create at most, unless
 * the target file sets lower bounds; of that the requests, and the tasks, that combine what requests can differ in (`stimuli`);
 * the factor of what is random or only more of the same (`cases`); what it waits for; and the bytes of short responses of each
 * read operation, and of long ones, that are kept for the rules: a smoke run keeps all of its few, of many a part tells as much.
 */
export const BUDGETS = {
  smoke: {
    requests: 1_500,
    tasks: 30,
    stimuli: { requests: 330, tasks: 4, asideEvery: 0 },
    cases: 0.1,
    asksOpenPoints: false,
    asAnother: "nothing",
    lifetimeSeconds: 5,
    absence: { looks: 1, isPatient: false },
    slowing: 3,
    historyBytes: 16 * MIB,
  },
  standard: {
    requests: 10_000,
    tasks: 150,
    stimuli: { requests: 3_000, tasks: 40, asideEvery: 12 },
    cases: 1,
    asksOpenPoints: true,
    asAnother: "all but tasks",
    lifetimeSeconds: 10,
    absence: { looks: 4, isPatient: true },
    slowing: 1.5,
    historyBytes: 2 * MIB,
  },
  thorough: {
    requests: 50_000,
    tasks: 500,
    stimuli: { requests: 20_000, tasks: 200, asideEvery: 12 },
    cases: 5,
    asksOpenPoints: true,
    asAnother: "tasks too",
    lifetimeSeconds: 60,
    absence: { looks: 4, isPatient: true },
    slowing: 1.5,
    historyBytes: 4 * MIB,
  },
} as const satisfies Record<BudgetName, Bounds>;

interface Bounds {
  readonly requests: number;
  readonly tasks: number;
  /** For requests in all combinations; at every how many turns (`asideEvery`) one is sent that is to change nothing, 0 for never. */
  readonly stimuli: { readonly requests: number; readonly tasks: number; readonly asideEvery: number };
  readonly cases: number;
  /** Whether open points are asked about that nothing else shows. */
  readonly asksOpenPoints: boolean;
  /** What is looked at as the other agent of the target file, too, once all else has been: each look may take as much again. */
  readonly asAnother: "nothing" | "all but tasks" | "tasks too";
  /** The longest lifetime of a memory that is waited for. */
  readonly lifetimeSeconds: number;
  /** In how many steps an absence is watched, and whether for all of the time that an index may lag. */
  readonly absence: { readonly looks: number; readonly isPatient: boolean };
  /** How much longer each wait for an index is than the one before: a slow index must not use up a small run's requests. */
  readonly slowing: number;
  readonly historyBytes: number;
}

/** True for a run of some requirements only: it asks for these in full, whatever its budget. */
export function isRestricted({ only, onlyFailed, replay }: RunSettings): boolean {
  return only.length > 0 || onlyFailed !== null || Boolean(replay);
}
