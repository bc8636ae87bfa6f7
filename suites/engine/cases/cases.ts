import type { Json } from "../../../spec/json.ts";
import { BudgetSpent, Inconclusive, RunEnded } from "../../client/inconclusive.ts";
import { type Evidence, Failure, simpleFailure } from "../../outcome/failure.ts";
import { NotApplicable, Skipped } from "../../outcome/skipped.ts";
import type { CaseContext, CheckFailure } from "../check/check.ts";

/** The outcome of one case. */
export type CaseResult =
  | { readonly kind: "pass" }
  | { readonly kind: "fail"; readonly evidence: Evidence }
  | { readonly kind: "unanswered"; readonly error: Inconclusive | Skipped };

/** Runs one case in its own context. Errors that are not a verdict are defects of the suite and are rethrown. */
export async function runCase(context: CaseContext, run: (context: CaseContext) => Promise<void>): Promise<CaseResult> {
  try {
    await run(context);
    return { kind: "pass" };
  } catch (error) {
    if (error instanceof Failure) return judged(error.evidence, context);
    if (error instanceof Inconclusive || error instanceof Skipped) return { kind: "unanswered", error };
    throw error;
  }
}

function judged(evidence: Evidence, context: CaseContext): CaseResult {
  const exchanges = evidence.exchanges.length > 0 ? evidence.exchanges : context.trace;
  return { kind: "fail", evidence: { ...evidence, exchanges } };
}

/** One failure for the report, with a count of the cases that failed the same way. */
export interface Summary {
  readonly failure: CheckFailure | null;
  /** The reason why some case has no verdict; null if all have one. */
  readonly unanswered: Inconclusive | Skipped | null;
}

/** Cases in flight within one check; the pacer bounds the run as a whole. */
const IN_FLIGHT = 16;

/** Runs the cases in order, several at once. After a failure no further case starts. */
export async function runAll<T>(
  items: readonly T[],
  run: (item: T, index: number) => Promise<CaseResult>,
  inFlight: number = IN_FLIGHT,
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  let next = 0;
  let stop = false;
  async function worker(): Promise<void> {
    while (!stop && next < items.length) {
      const index = next;
      next += 1;
      const result = await run(items[index] as T, index);
      results[index] = result;
      stop ||= result.kind === "fail" || isFinal(result);
    }
  }
  await Promise.all(Array.from({ length: Math.min(inFlight, items.length) }, worker));
  return results;
}

/** The allowed cost of a list of cases. */
export interface Allowance {
  /** Requests after which no further case is begun. */
  readonly requests: number;
  /** Cases that are run whatever they cost. */
  readonly min: number;
}

/**
 * Runs cases in order until they have used their requests: a few expensive ones, more cheap ones, and all of those that
 * only judge responses that exist. `from` is the number of cases that earlier passes ran.
 */
export async function runSparingly<T>(
  items: readonly T[],
  run: (item: T) => Promise<{ readonly result: CaseResult; readonly requests: number }>,
  { requests, min }: Allowance,
  from = 0,
): Promise<{ readonly tried: readonly T[]; readonly results: readonly CaseResult[] }> {
  const order = items.slice(from);
  const tried: T[] = [];
  const results: CaseResult[] = [];
  let spent = 0;
  while (tried.length < order.length && (tried.length < min || spent < requests)) {
    const costPerCase = Math.max(1, spent / Math.max(1, tried.length));
    const fitting = tried.length < min ? min : Math.max(1, Math.floor((requests - spent) / costPerCase));
    const batch = order.slice(tried.length, tried.length + fitting);
    const ended = await runAll(batch, async (item) => {
      const done = await run(item);
      spent += done.requests;
      return done.result;
    });
    tried.push(...batch);
    results.push(...ended);
    if (ended.length < batch.length || ended.some((result) => result?.kind === "fail" || isFinal(result))) break;
  }
  return { tried, results };
}

/**
 * Returns true if nothing more will be sent in this run, or if the same reason would skip every further case.
 * NotApplicable may concern one case only.
 */
export function isFinal(result: CaseResult): boolean {
  if (result.kind !== "unanswered") return false;
  const { error } = result;
  if (error instanceof BudgetSpent || error instanceof RunEnded) return true;
  return error instanceof Skipped && !(error instanceof NotApplicable);
}

/** Returns the failure of the first failing case or, without failures, the first reason why a case has no verdict. */
export function summarise<T>(
  items: readonly T[],
  results: readonly CaseResult[],
  describe: (item: T) => Json,
): Summary & { readonly index: number } {
  const index = results.findIndex((result) => result?.kind === "fail");
  const failed = results[index];
  if (failed?.kind === "fail") {
    const echoes = results.filter((result) => result?.kind === "fail").length - 1;
    const counterexample = describe(items[index] as T);
    return {
      failure: { ...simpleFailure(failed.evidence), counterexample, echoes },
      unanswered: null,
      index,
    };
  }
  return { failure: null, unanswered: unansweredOf(results), index: -1 };
}

/** Returns the first reason why a case has no verdict. Cases that were not applicable leave no gap if others passed. */
function unansweredOf(results: readonly CaseResult[]): Inconclusive | Skipped | null {
  const errors = results.flatMap((result) => (result?.kind === "unanswered" ? [result.error] : []));
  const gap = errors.find((error) => !(error instanceof NotApplicable));
  if (gap !== undefined) return gap;
  return results.some((result) => result?.kind === "pass") ? null : (errors[0] ?? null);
}
