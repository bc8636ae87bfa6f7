import { BudgetSpent, Inconclusive, NoResponse, OperationSilent, RunEnded } from "../../client/unanswered.ts";
import { Failure } from "../../outcome/failure.ts";
import { NotApplicable, Skipped } from "../../outcome/skipped.ts";
import type { CaseContext } from "../check/check.ts";

/** What an attempt gives, or null where it ends in an error of this kind. */
async function unless<T>(isMeant: (error: unknown) => boolean, attempt: () => Promise<T>): Promise<T | null> {
  try {
    return await attempt();
  } catch (error) {
    if (isMeant(error)) return null;
    throw error;
  }
}

/** What an attempt gives, or null where this target does not allow for it: for what a check can do without. */
export function tryOrNull<T>(attempt: () => Promise<T>): Promise<T | null> {
  return unless(isHindrance, attempt);
}

/**
 * The same where the failure of another requirement is in the way. What is only lost is tried again with the check: one
 * that goes without it sees less.
 */
export function unlessBlocked<T>(attempt: () => Promise<T>): Promise<T | null> {
  return unless((error) => isHindrance(error) && error instanceof Inconclusive && error.blockedBy !== null, attempt);
}

/** What an attempt gives, or null where it asks an operation that has never responded: for a look from another side. */
export function unlessSilent<T>(attempt: () => Promise<T>): Promise<T | null> {
  return unless(isNeverAnswered, attempt);
}

/** True where an operation has never responded in this run. */
export function isNeverAnswered(error: unknown): error is OperationSilent {
  return error instanceof OperationSilent && error.blockedBy !== null;
}

/** What an attempt gives; where this target does not allow for it the check stands aside. */
export async function orNotApplicable<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    throw isHindrance(error) ? new NotApplicable(error.message) : error;
  }
}

/** The same of an attempt that comes late and takes a task more than a run needs: others may have created the last. */
export async function notApplicableWhenSpent<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    throw error instanceof BudgetSpent ? new NotApplicable(error.message) : error;
  }
}

/** Whether an attempt that fails for now succeeds before the target's patience is over. */
export async function comesToBe(check: CaseContext, attempt: () => Promise<void>): Promise<boolean> {
  try {
    await check.eventually(attempt);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** How often a sequence begins again. */
const TURNS_ANEW = 2;

/**
 * What a sequence of requests gives. Where a response is lost on the way it begins again: what the last request did is unknown,
 * so `turn`, from 0 on, has to lead to things of its own.
 */
export async function anewWhereLost<T>(sequence: (turn: number) => Promise<T>, turn = 0): Promise<T> {
  try {
    return await sequence(turn);
  } catch (error) {
    if (!(error instanceof NoResponse) || turn >= TURNS_ANEW) throw error;
    return anewWhereLost(sequence, turn + 1);
  }
}

/** The answer to a question, or null where it cannot be asked, at the end of a run too: earlier responses are kept. */
export function ifAnswered<T>(ask: () => Promise<T>): Promise<T | null> {
  return unless((error) => error instanceof Inconclusive || error instanceof Skipped, ask);
}

/** True for what hinders one attempt. A budget that is spent and the end of the run hinder all that follow. */
function isHindrance(error: unknown): error is Inconclusive | Skipped {
  if (error instanceof BudgetSpent || error instanceof RunEnded) return false;
  return error instanceof Inconclusive || error instanceof Skipped;
}
