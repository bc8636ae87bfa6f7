import { BudgetSpent, Inconclusive, OperationSilent, QuotaExhausted, RunEnded } from "../../client/inconclusive.ts";
import { Failure, simpleFailure } from "../../outcome/failure.ts";
import { NotApplicable, RequirementNotApplicable, Skipped } from "../../outcome/skipped.ts";
import { orNull } from "../cases/attempt.ts";
import { CheckFailed, createCheckContext, type RunServices, type Tally } from "../cases/context.ts";
import type { Focus } from "../cases/focus.ts";
import { lostWriteReason } from "../cases/lost-writes.ts";
import { firstPass, type Passes } from "../cases/passes.ts";
import type { Check, CheckContext, CheckFailure, CheckOutcome, Observer } from "../check/check.ts";
import { spontaneousChangeReason } from "../resources/spontaneous-change-reason.ts";
import { unknownNameReason } from "../resources/unknown-names.ts";
import { notRun } from "./not-run.ts";
import { seedFor } from "./seed-for.ts";

type CheckResult = Pick<
  CheckOutcome,
  | "verdict"
  | "reason"
  | "blockedBy"
  | "missingFixtures"
  | "isNotApplicable"
  | "isInapplicable"
  | "isCutShort"
  | "isUnanswered"
  | "silent"
  | "failure"
>;

/** The reason of a check that ended without anything to judge. */
export const NEVER_MET = "the precondition was never met, so nothing was asserted";

const NOTHING = { reason: null, blockedBy: null, missingFixtures: [], isNotApplicable: false, failure: null } as const;

/** Runs one check to its verdict. Throws only for defects of the suite itself. */
export async function executeCheck(
  check: Check,
  services: RunServices,
  focus: Focus | null,
  passes: Passes = firstPass(false),
): Promise<CheckOutcome> {
  const lane = `${check.requirement}/${check.name}`;
  const seed = seedFor(services.context.seed, lane);
  const tally: Tally = { asserted: 0, requests: 0 };
  const started = performance.now();
  const context = createCheckContext(servicesOf(check, services), lane, tally, seed, focus, passes);
  const ended = withoutLost(await end(check, context, tally), services);
  const ending = await unlessExplained(ended, check, context);
  return {
    ...notRun(check),
    ...ending,
    cases: tally.asserted,
    requests: tally.requests,
    durationMs: Math.round(performance.now() - started),
    seed,
  };
}

function servicesOf({ waitsForTime, runsLate }: Check, services: RunServices): RunServices {
  if (waitsForTime === true) return withUrgentRequests(services);
  return runsLate === true ? { ...services, history: services.history.keepingAll() } : services;
}

/**
 * Returns run parts that send urgent requests, for a check that waits for time to pass: the earlier it creates its
 * resources, the more runs meanwhile.
 */
function withUrgentRequests(services: RunServices): RunServices {
  const { client } = services;
  return {
    ...services,
    client: { ...client, send: (request, sent) => client.send(request, { ...sent, urgent: true }) },
  };
}

/** Returns the outcome of a check that a defect of the suite stopped. */
export function brokenOutcome(check: Check, error: unknown): CheckOutcome {
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const reason = `the check itself broke, which is a defect of wac and not of the target: ${detail}`;
  return { ...notRun(check), verdict: "inconclusive", reason };
}

/** Runs one observer of open points. An unanswered question has no verdict. */
export async function executeObserver(observer: Observer, services: RunServices): Promise<void> {
  const lane = `observe/${observer.name}`;
  const seed = seedFor(services.context.seed, lane);
  try {
    await observer.run(createCheckContext(services, lane, { asserted: 0, requests: 0 }, seed));
  } catch (error) {
    resultOfError(error, []);
  }
}

async function end(check: Check, context: ReturnType<typeof createCheckContext>, tally: Tally): Promise<CheckResult> {
  try {
    await check.run(context);
  } catch (error) {
    return resultOfError(error, context.trace);
  }
  if (tally.asserted === 0) {
    return { ...NOTHING, verdict: "inconclusive", reason: NEVER_MET };
  }
  return { ...NOTHING, verdict: "pass" };
}

/**
 * Returns the ending with a failure dropped if an unknown parameter name or a spontaneous change of the target may have
 * caused it. Spontaneous changes are also looked for after passed checks, since no requests are left for that at the
 * end of a run.
 */
async function unlessExplained(
  ending: CheckResult,
  { requirement }: Check,
  context: CheckContext,
): Promise<CheckResult> {
  const spontaneousReason = await spontaneousChangeReason(requirement, context, ending.failure);
  if (ending.failure === null) return ending;
  const exchanges = ending.failure.evidence.exchanges;
  const reason = (await orNull(() => unknownNameReason(exchanges, context))) ?? spontaneousReason;
  return reason === null ? ending : { ...NOTHING, verdict: "inconclusive", reason };
}

/** Returns the ending with a failure dropped if a lost creation or change may have caused it. */
function withoutLost(ending: CheckResult, { lost }: RunServices): CheckResult {
  if (ending.failure === null || !lost.mayExplain(ending.failure.evidence)) return ending;
  return { ...NOTHING, verdict: "inconclusive", reason: lostWriteReason(ending.reason), isUnanswered: true };
}

/** Returns the id of the operation, or the origin of the presigned URLs, that did not respond. */
function silentPartOf({ exchange: { operation, request } }: OperationSilent): string {
  return operation?.id ?? new URL(request.url).origin;
}

function resultOfError(error: unknown, trace: CheckFailure["evidence"]["exchanges"]): CheckResult {
  if (error instanceof CheckFailed) {
    return { ...NOTHING, verdict: "fail", reason: error.message, failure: error.failure };
  }
  if (error instanceof Failure) {
    const exchanges = error.evidence.exchanges.length > 0 ? error.evidence.exchanges : trace;
    const evidence = { ...error.evidence, exchanges };
    return { ...NOTHING, verdict: "fail", reason: error.message, failure: simpleFailure(evidence) };
  }
  if (error instanceof Skipped) {
    const isNotApplicable = error instanceof NotApplicable;
    const isInapplicable = error instanceof RequirementNotApplicable;
    return {
      ...NOTHING,
      verdict: "skip",
      reason: error.message,
      missingFixtures: error.fixtures,
      isNotApplicable,
      isInapplicable,
    };
  }
  if (error instanceof Inconclusive) {
    const { message: reason, blockedBy } = error;
    const isCutShort = error instanceof BudgetSpent;
    const isFinal = isCutShort || error instanceof RunEnded || error instanceof QuotaExhausted;
    const silent = error instanceof OperationSilent ? silentPartOf(error) : undefined;
    // A storage may respond later in the run, so the check is retried then.
    const isUnanswered = !isFinal && (blockedBy === null || (silent !== undefined && URL.canParse(silent)));
    return { ...NOTHING, verdict: "inconclusive", reason, blockedBy, isCutShort, isUnanswered, silent };
  }
  throw error;
}
