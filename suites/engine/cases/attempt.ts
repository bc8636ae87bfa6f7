import { BudgetSpent, Inconclusive, NoResponse, OperationSilent, RunEnded } from "../../client/inconclusive.ts";
import { Failure } from "../../outcome/failure.ts";
import { NotApplicable, Skipped } from "../../outcome/skipped.ts";
import type { CaseContext } from "../check/check.ts";

/** Returns the result of an attempt, or null if it throws an error of this kind. */
async function unless<T>(isExpected: (error: unknown) => boolean, attempt: () => Promise<T>): Promise<T | null> {
  try {
    return await attempt();
  } catch (error) {
    if (isExpected(error)) return null;
    throw error;
  }
}

/**
 * Returns the result of an attempt, or null if this target does not allow it: for steps that a check can do without.
 */
export function tryOrNull<T>(attempt: () => Promise<T>): Promise<T | null> {
  return unless(isLocalToAttempt, attempt);
}

/**
 * Returns the result of an attempt, or null if the failure of another requirement blocks it. After a lost response it
 * throws, so that the check is retried: without the result it would see less.
 */
export function unlessBlocked<T>(attempt: () => Promise<T>): Promise<T | null> {
  return unless(
    (error) => isLocalToAttempt(error) && error instanceof Inconclusive && error.blockedBy !== null,
    attempt,
  );
}

/**
 * Returns the result of an attempt, or null if its operation never responded: for reading a resource in another way.
 */
export function unlessSilent<T>(attempt: () => Promise<T>): Promise<T | null> {
  return unless(isNeverResponding, attempt);
}

/** Returns true for the error of an operation that never responded in this run. */
export function isNeverResponding(error: unknown): error is OperationSilent {
  return error instanceof OperationSilent && error.blockedBy !== null;
}

/** Returns the result of an attempt. Throws NotApplicable if this target does not allow it. */
export async function orNotApplicable<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    throw isLocalToAttempt(error) ? new NotApplicable(error.message) : error;
  }
}

/**
 * Returns the result of an attempt. Throws NotApplicable if the budget is spent: for a late, optional attempt that
 * needs a task, as others may have created the last one.
 */
export async function notApplicableWhenSpent<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    throw error instanceof BudgetSpent ? new NotApplicable(error.message) : error;
  }
}

/**
 * Returns true if an attempt succeeds within the consistency timeout of the target, and false if it fails until then.
 */
export async function succeedsEventually(check: CaseContext, attempt: () => Promise<void>): Promise<boolean> {
  try {
    await check.eventually(attempt);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** How often a sequence is restarted. */
const MAX_RESTARTS = 2;

/**
 * Returns the result of a sequence of requests, which is restarted if a response is lost. The effect of the last
 * request is then unknown, so each `turn` (from 0 on) must use resources of its own.
 */
export async function restartWhenLost<T>(sequence: (turn: number) => Promise<T>, turn = 0): Promise<T> {
  try {
    return await sequence(turn);
  } catch (error) {
    if (!(error instanceof NoResponse) || turn >= MAX_RESTARTS) throw error;
    return restartWhenLost(sequence, turn + 1);
  }
}

/**
 * Returns the result, or null if there is none for any reason, including the end of the run: earlier responses are
 * kept.
 */
export function orNull<T>(request: () => Promise<T>): Promise<T | null> {
  return unless((error) => error instanceof Inconclusive || error instanceof Skipped, request);
}

/**
 * Returns true for an error that concerns one attempt. A spent budget and the end of the run concern all later ones.
 */
function isLocalToAttempt(error: unknown): error is Inconclusive | Skipped {
  if (error instanceof BudgetSpent || error instanceof RunEnded) return false;
  return error instanceof Inconclusive || error instanceof Skipped;
}
