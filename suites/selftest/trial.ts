import type { Variant } from "../../fake/index.ts";
import type { Level } from "../../spec/requirement.ts";
import type { BudgetName } from "../engine/check/check.ts";

/**
 * A server that the suite is tried on: one with one broken rule, which it must fail, or a correct one, which must not
 * alarm it.
 */
export type Subject =
  | {
      readonly kind: "mutant";
      /** `operator@site[guard,…]`. */
      readonly mutant: string;
      readonly guards: number;
      /** The requirement that it breaks, and its level: a broken SHOULD counts if the run is strict. */
      readonly breaks: string;
      readonly level: Level;
    }
  | {
      readonly kind: "code";
      /** `code:FILE:LINE:COLUMN:MUTATOR#N`: a mutant of the independent server's code. */
      readonly mutant: string;
      readonly mutator: string;
      /** The seed of the server's readings. */
      readonly server: number;
    }
  | {
      readonly kind: "independent";
      readonly seed: number;
      readonly liberties: boolean;
      /** Of the seed's readings only these, and the behaviour under traffic; absent: all readings, no traffic. */
      readonly readings?: readonly string[];
    }
  | {
      readonly kind: "variant";
      readonly variant: Variant;
      /** SHOULD requirements that the variant reads differently: only these must fail. */
      readonly against: readonly string[];
    };

/** One run of the suite against one server. */
export interface Trial {
  readonly subject: Subject;
  readonly budget: BudgetName;
  readonly seed: number;
  /** Globs over requirement ids; empty for the complete suite, so that echoes show. */
  readonly only: readonly string[];
}

/** A requirement without a pass, with the reason. */
export interface UnprovenRequirement {
  readonly id: string;
  readonly level: Level;
  readonly verdict: string;
  readonly reason: string | null;
}

/** A requirement that failed. */
export interface FailedRequirement extends UnprovenRequirement {
  /** Requests that the run had sent when the failure first showed; null if unknown. */
  readonly after: number | null;
}

/** The outcome of a trial, as plain JSON. */
export interface Outcome {
  readonly failed: readonly FailedRequirement[];
  /** Requirements without a verdict: every MUST, and the broken one. */
  readonly unproven: readonly UnprovenRequirement[];
  readonly requests: number;
  readonly durationMs: number;
  /** Why nothing, or not everything, could be judged; null otherwise. */
  readonly problem: string | null;
  /**
   * The number of requests after which the reference workload distinguishes a mutant from the original; null if it
   * never does.
   */
  readonly distinguishedAfter?: number | null;
  /** How often the mutant altered a response of the run, or a call whose input or rules it alters. */
  readonly reached?: number;
}

/** A trial with its outcome. */
export interface FinishedTrial {
  readonly trial: Trial;
  readonly outcome: Outcome;
  /** Why the suite does not kill this mutant, as far as known; absent if it must. */
  readonly known?: string;
}

/** Returns the unique key of a trial, the same in every process, under which it is recorded. */
export function keyOf({ subject, budget, seed, only }: Trial): string {
  return `${nameOf(subject)} ${budget} ${seed} ${only.length === 0 ? "whole" : only.join(",")}`;
}

/** Returns a server's name: `mutant:drop@list-tasks?status`, `independent:seed-3`, `variant:meta=never`. */
export function nameOf(subject: Subject): string {
  switch (subject.kind) {
    case "mutant":
      return `mutant:${subject.mutant}`;
    case "code":
      return `${subject.mutant} on ${subject.server}`;
    case "independent":
      return `independent:seed-${subject.seed}${subject.liberties ? "-with-liberties" : ""}${
        subject.readings === undefined ? "" : `:${subject.readings.join(",")}`
      }`;
    case "variant":
      return `variant:${
        Object.entries(subject.variant)
          .map(([name, value]) => `${name}=${value}`)
          .join(",") || "reference"
      }`;
  }
}
