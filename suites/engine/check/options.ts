import type { Json } from "../../../spec/json.ts";
import type { TransportOptions } from "../../client/transport.ts";
import type { KnownFailures, ResolvedTarget } from "../../target/types.ts";
import type { BudgetName } from "./check.ts";
import type { RunEvent } from "./events.ts";

/** What a run is told, as plain data. */
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

/** What a run in this process is told: with the two ends of a conversation while it goes on, and with a way around sockets. */
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
 * Bounds of the budgets: what a run may send and create at most, unless the target file sets lower ones; and of each
 * read operation the bytes of short responses, and of long ones, that are kept for the rules. A smoke run keeps
 * all of its few; of many a part tells as much. `stimuli` are the requests, and the tasks, that combine what requests can differ in.
 */
export const BUDGETS = {
  smoke: { requests: 1_500, tasks: 30, historyBytes: 16 * MIB, stimuli: { requests: 300, tasks: 4 } },
  standard: { requests: 10_000, tasks: 150, historyBytes: 2 * MIB, stimuli: { requests: 800, tasks: 10 } },
  thorough: { requests: 50_000, tasks: 500, historyBytes: 4 * MIB, stimuli: { requests: 6_000, tasks: 100 } },
} as const satisfies Record<BudgetName, Bounds>;

interface Bounds {
  readonly requests: number;
  readonly tasks: number;
  readonly historyBytes: number;
  readonly stimuli: { readonly requests: number; readonly tasks: number };
}

/** True for a run of some requirements only: it asks for these in full, whatever its budget. */
export function isRestricted({ only, onlyFailed, replay }: RunSettings): boolean {
  return only.length > 0 || onlyFailed !== null || Boolean(replay);
}

/** A smoke run of everything has to be sparing. */
export function isSparing(settings: RunSettings): boolean {
  return settings.budget === "smoke" && !isRestricted(settings);
}
