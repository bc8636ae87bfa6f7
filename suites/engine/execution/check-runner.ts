import type { Spending } from "../../client/spending.ts";
import type { RunServices } from "../cases/context.ts";
import { focusOf } from "../cases/focus.ts";
import { firstPass, type Passes, withPass } from "../cases/passes.ts";
import type { Polling } from "../cases/polling.ts";
import type { Check, CheckOutcome } from "../check/check.ts";
import type { RunSettings } from "../check/options.ts";
import type { Completion } from "../schedule/completion.ts";
import { roundOfFurtherLook } from "../schedule/plan.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { leftToTheCaller, type Places } from "./as-another.ts";
import { excuse, leftOut, skipped } from "./excuse.ts";
import { executeCheck, NEVER_MET } from "./execute.ts";
import type { FreshChecks } from "./fresh-checks.ts";
import { blockedOutcome, type Preflight } from "./preflight.ts";

export interface CheckRunnerOptions {
  readonly settings: RunSettings;
  readonly around: RunServices;
  readonly spending: Spending;
  /** The order in which checks take turns. */
  readonly rounds: Schedule;
  /** The same checks with nothing made or kept for them yet. */
  readonly fresh: FreshChecks;
  /** Where checks of another agent are tried; null where there is none. */
  readonly placeOf: Places | null;
  readonly over: Completion;
  /** What the preflight found; asked for when a check begins. */
  readonly preflight: () => Preflight;
}

/** Runs one check when its turn has come, and again while that is worth its while; rejects where the check itself breaks. */
export type CheckRunner = (check: Check) => Promise<CheckOutcome>;

/** This many requests are kept for first looks that wait while others go on. */
const KEPT = 200;

/** The same for each check that waits to be tried once more, and for all of them. */
const KEPT_FOR_RETRY = 40;
const MOST_FOR_RETRIES = 1_000;

/** How often all is created again for a check that meets no response again. */
const FRESH_TRIES = 3;

/** A runner for the checks of one run: each of them has to come once, as others wait for it. */
export function createCheckRunner(options: CheckRunnerOptions): CheckRunner {
  const { settings, around, spending, rounds, placeOf, fresh, over, preflight } = options;
  let waitingForRetry = 0;
  /** Operations that gave no response when they were asked alone, and again for something created again: that is no chance. */
  const silent = new Set<string>();

  /** What is no first look leaves some requests for first looks that are still waiting for something. */
  const leavingSome: RunServices = {
    ...around,
    client: {
      ...around.client,
      send: (request, sent) =>
        around.client.send(request, {
          ...sent,
          leaving: () => Math.max(rounds.isFirstOpen() ? KEPT : 0, keptForRetries()),
        }),
    },
  };

  /** Nobody waits for a check that watches for what may come late. */
  function aroundOf(check: Check): RunServices {
    const own = rounds.isExtra(check) ? leavingSome : around;
    const whileOthersGoOn: Polling["whileOthersGoOn"] = (attempt) => rounds.whileLookingOn(check, attempt);
    const throughout: Polling["throughout"] = (attempt) => whileOthersGoOn(() => around.patience.throughout(attempt));
    return { ...own, patience: { ...own.patience, whileOthersGoOn, throughout } };
  }

  async function tryOut(check: Check, looks: Passes): Promise<CheckOutcome> {
    const outcome = excuse(check, settings, around.context.catalogue) ?? blockedOutcome(check, preflight());
    if (outcome !== null) return outcome;
    const isExtra = rounds.isExtra(check);
    if (isExtra && check.last !== true && spending.isSpent()) return leftOut(check);
    const tried = await executeCheck(check, aroundOf(check), focusOf(check, settings), looks);
    if (!isExtra) return tried;
    // That an extra look found nothing to judge says nothing of the target where others of its requirement found something.
    if (tried.reason === NEVER_MET) return { ...skipped(check, NEVER_MET, []), aside: true };
    return tried.isCutShort === true ? leftOut(check) : tried;
  }

  /** What the other agent looks at adds to the caller's own looks, takes what those have left, and leaves no gap. */
  async function tryAsAnother(check: Check, places: Places): Promise<CheckOutcome> {
    const blocked = blockedOutcome(check, preflight());
    if (blocked !== null) return blocked;
    if (spending.isSpent()) return leftOut(check);
    const place = await places(check);
    if (place === null) return leftToTheCaller(check);
    const tried = await executeCheck(check, place, focusOf(check, settings), firstPass());
    return tried.verdict === "pass" || tried.verdict === "fail" ? tried : leftToTheCaller(check);
  }

  /** Passes again at what has passed, while there are requests for the cases that are left over. */
  async function tryAgain(check: Check, looks: Passes, earlier: CheckOutcome | null): Promise<CheckOutcome> {
    const tried = await tryOut(check, looks);
    const outcome = withPass(earlier, tried);
    const rest = outcome.verdict === "pass" && !spending.isSpent() ? looks.rest(tried.requests) : null;
    if (rest === null) return outcome;
    rounds.again(check, roundOfFurtherLook(rest));
    await rounds.turn(check);
    return tryAgain(check, looks.further(), outcome);
  }

  /** A check that has no response is tried once more when nothing else is under way, with what it has made so far. */
  async function retry(check: Check, earlier: CheckOutcome): Promise<CheckOutcome> {
    waitingForRetry += 1;
    rounds.retry(check);
    await rounds.turn(check);
    waitingForRetry -= 1;
    if (spending.isSpent() || isOfSilent(earlier)) return earlier;
    const again = await executeCheck(check, around, focusOf(check, settings));
    // What was created before may be there twice by now, or not at all: only what is created again can show a failure.
    const isProven = again.verdict === "pass" || (again.verdict === "fail" && !check.writes);
    return withRetry(earlier, isProven ? again : await retryAnew(check, again));
  }

  /** Tries a check with everything created again, and again where a response is lost on the way, as it may be now and then. */
  async function retryAnew(check: Check, before: CheckOutcome): Promise<CheckOutcome> {
    let last = before;
    for (let tries = 0; tries < FRESH_TRIES && !spending.isSpent(); tries += 1) {
      const anew = fresh.of(check);
      if (anew === null) return last;
      const tried = await executeCheck(anew.check, anew.around, focusOf(check, settings));
      const isSilentAgain = last.requests > 0 && tried.silent !== undefined && tried.silent === last.silent;
      if (isSilentAgain) silent.add(tried.silent);
      last = added(last, tried);
      if (last.verdict !== "inconclusive" || last.isUnanswered !== true || isOfSilent(last)) return last;
      fresh.drop();
    }
    return last;
  }

  function isOfSilent(outcome: CheckOutcome): boolean {
    if (outcome.silent === undefined) return false;
    // Of a storage that has never responded, another try would say the same.
    const isStorage = URL.canParse(outcome.silent);
    return silent.has(outcome.silent) || (isStorage && !around.client.hasResponded(outcome.silent));
  }

  /** A small part of the requests is left for what has to be tried once more. */
  function keptForRetries(): number {
    return Math.min(MOST_FOR_RETRIES, waitingForRetry * KEPT_FOR_RETRY);
  }

  return async (check) => {
    await rounds.turn(check);
    try {
      const isAsAnother = placeOf !== null && check.asAnother === true;
      const outcome = await (isAsAnother ? tryAsAnother(check, placeOf) : tryAgain(check, firstPass(), null));
      return isWorthARetry(check, outcome) ? await retry(check, outcome) : outcome;
    } finally {
      rounds.ended(check);
      over.ended(check);
    }
  };
}

/** Not where the reason would be the same again, and not for what leaves no gap. */
function isWorthARetry({ last, asAnother }: Check, { verdict, isUnanswered }: CheckOutcome): boolean {
  return verdict === "inconclusive" && isUnanswered === true && last !== true && asAnother !== true;
}

/** What a further try says counts where it says anything; the first reason stands where none does. */
function withRetry(earlier: CheckOutcome, again: CheckOutcome): CheckOutcome {
  const isTelling = again.verdict === "pass" || again.verdict === "fail";
  const shown = isTelling ? again : { ...earlier, reason: `${earlier.reason} (and again when it was tried alone)` };
  return { ...shown, ...sumOf(earlier, again), retried: true };
}

function added(earlier: CheckOutcome, again: CheckOutcome): CheckOutcome {
  return { ...again, ...sumOf(earlier, again) };
}

function sumOf(one: CheckOutcome, other: CheckOutcome): Pick<CheckOutcome, "cases" | "requests" | "durationMs"> {
  return {
    cases: one.cases + other.cases,
    requests: one.requests + other.requests,
    durationMs: one.durationMs + other.durationMs,
  };
}
