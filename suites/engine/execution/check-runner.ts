import type { Spending } from "../../client/spending.ts";
import type { RunServices } from "../cases/context.ts";
import { focusOf } from "../cases/focus.ts";
import { firstPass, type Passes, withPass } from "../cases/passes.ts";
import type { Polling } from "../cases/polling.ts";
import type { Check, CheckOutcome } from "../check/check.ts";
import type { RunSettings } from "../check/options.ts";
import type { Completion } from "../schedule/completion.ts";
import { roundOfFurtherPass } from "../schedule/plan.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { executeCheck, NEVER_MET } from "./execute.ts";
import type { FreshChecks } from "./fresh-checks.ts";
import { outOfBudget, skipped, whyNotRunnable } from "./not-run.ts";
import { blockedOutcome, type Preflight } from "./preflight.ts";
import { notAvailableToSecondCaller, type SecondCallerServices } from "./second-caller-services.ts";

export interface CheckRunnerOptions {
  readonly settings: RunSettings;
  readonly services: RunServices;
  readonly spending: Spending;
  /** The order in which checks run. */
  readonly schedule: Schedule;
  /** The same checks without any shared resources yet. */
  readonly fresh: FreshChecks;
  /** The run parts for checks of another agent; null if there is none. */
  readonly servicesOfOther: SecondCallerServices | null;
  readonly completion: Completion;
  /** Returns the result of the preflight; called when a check begins. */
  readonly preflight: () => Preflight;
}

/** Runs one check when it is its turn, and again while that is useful. Rejects if the check itself breaks. */
export type CheckRunner = (check: Check) => Promise<CheckOutcome>;

/** Requests that are reserved for first checks that wait while others continue. */
const RESERVED_FOR_FIRST = 200;

/** Requests that are reserved for each check that waits for its retry, and for all of them. */
const RESERVED_PER_RETRY = 40;
const MAX_RESERVED_FOR_RETRIES = 1_000;

/** How often all resources are created again for a check that gets no response. */
const MAX_FRESH_TRIES = 3;

/** Creates the runner for the checks of one run. Each check must be run once, since others wait for it. */
export function createCheckRunner(options: CheckRunnerOptions): CheckRunner {
  const { settings, services, spending, schedule, servicesOfOther, fresh, completion, preflight } = options;
  let waitingForRetry = 0;
  /** Operations that did not respond when they were called alone, nor with new resources: that is not a coincidence. */
  const silent = new Set<string>();

  /** Leaves some requests for first checks that are still waiting; used by all others. */
  const reservingServices: RunServices = {
    ...services,
    client: {
      ...services.client,
      send: (request, sent) =>
        services.client.send(request, {
          ...sent,
          reservedRequests: () => Math.max(schedule.isFirstOpen() ? RESERVED_FOR_FIRST : 0, reservedForRetries()),
        }),
    },
  };

  /** Returns the run parts for a check. No other check waits for one that watches for late effects. */
  function servicesOf(check: Check): RunServices {
    const own = schedule.isExtra(check) ? reservingServices : services;
    const whileOthersContinue: Polling["whileOthersContinue"] = (attempt) => schedule.whileWatching(check, attempt);
    const throughout: Polling["throughout"] = (attempt) =>
      whileOthersContinue(() => services.polling.throughout(attempt));
    return { ...own, polling: { ...own.polling, whileOthersContinue, throughout } };
  }

  async function runPass(check: Check, passes: Passes): Promise<CheckOutcome> {
    const outcome = whyNotRunnable(check, settings, services.context.catalogue) ?? blockedOutcome(check, preflight());
    if (outcome !== null) return outcome;
    const isExtra = schedule.isExtra(check);
    if (isExtra && check.judgesTraffic !== true && spending.isSpent()) return outOfBudget(check, settings);
    const latest = await executeCheck(check, servicesOf(check), focusOf(check, settings), passes);
    if (!isExtra) return latest;
    // If a further check finds nothing to judge but others of its requirement did, that proves nothing about the target.
    if (latest.reason === NEVER_MET) return { ...skipped(check, NEVER_MET, []), isNotApplicable: true };
    return latest.isCutShort === true ? outOfBudget(check, settings) : latest;
  }

  /**
   * Runs a check as the other agent. It adds to the caller's checks, uses the requests that they left, and leaves no
   * gap.
   */
  async function runAsAnother(check: Check, servicesOf: SecondCallerServices): Promise<CheckOutcome> {
    const blocked = blockedOutcome(check, preflight());
    if (blocked !== null) return blocked;
    if (spending.isSpent()) return outOfBudget(check, settings);
    const services = await servicesOf(check);
    if (services === null) return notAvailableToSecondCaller(check);
    const outcome = await executeCheck(check, services, focusOf(check, settings), firstPass());
    return outcome.verdict === "pass" || outcome.verdict === "fail" ? outcome : notAvailableToSecondCaller(check);
  }

  /** Runs a check, and again for its remaining cases while it passes and requests are left. */
  async function runPasses(check: Check, passes: Passes, earlier: CheckOutcome | null): Promise<CheckOutcome> {
    const latest = await runPass(check, passes);
    const outcome = withPass(earlier, latest);
    // A stimulus has no verdict.
    const mayContinue = outcome.verdict === "pass" || (check.isStimulus === true && outcome.isNotApplicable);
    const rest = mayContinue && !spending.isSpent() ? passes.rest(latest.requests) : null;
    if (rest === null) return outcome;
    schedule.again(check, roundOfFurtherPass(rest));
    await schedule.turn(check);
    return runPasses(check, passes.further(), outcome);
  }

  /** Runs a check that got no response once more while nothing else runs, with the resources that it has so far. */
  async function retry(check: Check, earlier: CheckOutcome): Promise<CheckOutcome> {
    waitingForRetry += 1;
    schedule.retry(check);
    await schedule.turn(check);
    waitingForRetry -= 1;
    if (spending.isSpent() || isCausedBySilence(earlier)) return earlier;
    const again = await executeCheck(check, services, focusOf(check, settings));
    // Resources that were created before may exist twice or not at all: only new ones can prove a failure.
    const isProven = again.verdict === "pass" || (again.verdict === "fail" && !check.writes);
    return withRetry(earlier, isProven ? again : await retryFresh(check, again));
  }

  /** Runs a check with all resources created again, and again if a response is lost, as may happen now and then. */
  async function retryFresh(check: Check, before: CheckOutcome): Promise<CheckOutcome> {
    let last = before;
    for (let tries = 0; tries < MAX_FRESH_TRIES && !spending.isSpent(); tries += 1) {
      const freshCheck = fresh.of(check);
      if (freshCheck === null) return last;
      const outcome = await executeCheck(freshCheck.check, freshCheck.services, focusOf(check, settings));
      const isSilentAgain = last.requests > 0 && outcome.silent !== undefined && outcome.silent === last.silent;
      if (isSilentAgain) silent.add(outcome.silent);
      last = added(last, outcome);
      if (last.verdict !== "inconclusive" || last.isUnanswered !== true || isCausedBySilence(last)) return last;
      fresh.reset();
    }
    return last;
  }

  function isCausedBySilence(outcome: CheckOutcome): boolean {
    if (outcome.silent === undefined) return false;
    // For a storage that never responded, another try would end the same way.
    const isStorage = URL.canParse(outcome.silent);
    return silent.has(outcome.silent) || (isStorage && !services.client.hasResponded(outcome.silent));
  }

  /** Returns the small part of the requests that is reserved for retries. */
  function reservedForRetries(): number {
    return Math.min(MAX_RESERVED_FOR_RETRIES, waitingForRetry * RESERVED_PER_RETRY);
  }

  return async (check) => {
    await schedule.turn(check);
    try {
      const isAsAnother = servicesOfOther !== null && check.asAnother === true;
      const outcome = await (isAsAnother ? runAsAnother(check, servicesOfOther) : runPasses(check, firstPass(), null));
      return needsRetry(check, outcome) ? await retry(check, outcome) : outcome;
    } finally {
      schedule.ended(check);
      completion.ended(check);
    }
  };
}

/**
 * Returns true for a check without a response, unless a retry would have the same result or the check leaves no gap.
 */
function needsRetry({ judgesTraffic, asAnother }: Check, { verdict, isUnanswered }: CheckOutcome): boolean {
  return verdict === "inconclusive" && isUnanswered === true && judgesTraffic !== true && asAnother !== true;
}

/** Returns the outcome of a retry if it has a verdict; the first reason otherwise. */
function withRetry(earlier: CheckOutcome, again: CheckOutcome): CheckOutcome {
  const hasVerdict = again.verdict === "pass" || again.verdict === "fail";
  const shown = hasVerdict ? again : { ...earlier, reason: `${earlier.reason} (also when retried alone)` };
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
