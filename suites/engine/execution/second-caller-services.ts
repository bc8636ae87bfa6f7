import { statusOf } from "../../client/exchange.ts";
import { orNull } from "../cases/attempt.ts";
import { createCaseContext, type RunServices } from "../cases/context.ts";
import { oncePer } from "../cases/once.ts";
import type { CaseContext, Check, CheckOutcome, RunContext } from "../check/check.ts";
import { servicesFor } from "./fresh-checks.ts";
import { skipped } from "./not-run.ts";
import { secondCallerHistory } from "./second-caller-history.ts";

/** Operations that an agent must be able to use before these can be tested for it. */
const PREREQUISITES: Readonly<Record<string, readonly string[]>> = {
  "request-file-download": ["request-file-upload"],
  "search-memories": ["remember"],
  recall: ["remember"],
};
const CREATING = ["send-message", "request-file-upload", "remember", "create-task"];

/** Returns the run parts for a check as the other agent; null if that agent may not do what the check needs. */
export type SecondCallerServices = (check: Check) => Promise<RunServices | null>;

/**
 * Creates the lookup of the run parts for the other agent. Its permissions are tested once per operation: the contract
 * does not state them, so a rejection is not a finding.
 */
export function createSecondCallerServices(
  secondContext: RunContext,
  services: RunServices,
  signal: AbortSignal,
): SecondCallerServices {
  const allServices = servicesOf(secondContext, services, signal);
  const context = createCaseContext(allServices, "what another agent may do", { asserted: 0, requests: 0 });
  const isAllowed = oncePer(
    (operation) => operation,
    (operation: string) => mayDo(operation, context),
  );
  return async ({ operations }) => {
    const needed = operations.flatMap((operation) => [operation, ...(PREREQUISITES[operation] ?? [])]);
    const responses = await Promise.all(CREATING.filter((operation) => needed.includes(operation)).map(isAllowed));
    return responses.every(Boolean) ? allServices : null;
  };
}

async function mayDo(operation: string, context: CaseContext): Promise<boolean> {
  const search = await orNull(() => context.searchBaseline(operation));
  if (search === null || search.found === null) return false;
  return operation !== "remember" || (await orNull(() => maySearch(context))) === true;
}

/**
 * Returns true if the other agent can search the scope of the target file. The scope is the caller's, and only the
 * service knows whether the other agent can read it.
 */
async function maySearch(context: CaseContext): Promise<boolean> {
  const { scope } = context.context.target.fixtures;
  const parameters = scope === undefined ? {} : { scope };
  return statusOf(await context.call("search-memories", { parameters })) === 200;
}

/** Returns the outcome of a check that is not available to the other agent: the caller's own checks decide. */
export function notAvailableToSecondCaller(check: Check): CheckOutcome {
  return { ...skipped(check, "what it needs is not there for the other agent", []), isNotApplicable: true };
}

/** Returns the run parts of the other agent: it has resources of its own and shares the traffic. */
function servicesOf(context: RunContext, services: RunServices, signal: AbortSignal): RunServices {
  return { ...servicesFor(context, services, signal), history: secondCallerHistory(services.history, context.target) };
}
