import { statusOf } from "../../client/exchange.ts";
import { ifAnswered } from "../cases/attempt.ts";
import { createCaseContext, type RunServices } from "../cases/context.ts";
import { oncePer } from "../cases/once.ts";
import type { CaseContext, Check, CheckOutcome, RunContext } from "../check/check.ts";
import { skipped } from "./excuse.ts";
import { servicesIn } from "./fresh-checks.ts";
import { asSecondCaller } from "./second-caller.ts";

/** What an agent has to be able to make before it is asked about these. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  "request-file-download": ["request-file-upload"],
  "search-memories": ["remember"],
  recall: ["remember"],
};
const MAKING = ["send-message", "request-file-upload", "remember", "create-task"];

/** The parts of a run for a check that looks as the other agent; null where that agent may not do what it takes. */
export type Places = (check: Check) => Promise<RunServices | null>;

/** What the other agent may do is found out once for each operation: nothing is said of it, so that a rejection is not a finding. */
export function createSecondCallerServices(side: RunContext, around: RunServices, signal: AbortSignal): Places {
  const whole = servicesOf(side, around, signal);
  const context = createCaseContext(whole, "what another agent may do", { asserted: 0, requests: 0 });
  const may = oncePer(
    (operation) => operation,
    (operation: string) => mayDo(operation, context),
  );
  return async ({ operations }) => {
    const needed = operations.flatMap((operation) => [operation, ...(NEEDED[operation] ?? [])]);
    const responses = await Promise.all(MAKING.filter((one) => needed.includes(one)).map(may));
    return responses.every(Boolean) ? whole : null;
  };
}

async function mayDo(operation: string, context: CaseContext): Promise<boolean> {
  const search = await ifAnswered(() => context.searchBaseline(operation));
  if (search === null || search.found === null) return false;
  return operation !== "remember" || (await ifAnswered(() => maySearch(context))) === true;
}

/** The scope of the target file is the caller's: whether it is the other agent's to read, too, only the service can say. */
async function maySearch(context: CaseContext): Promise<boolean> {
  const { scope } = context.context.target.fixtures;
  const parameters = scope === undefined ? {} : { scope };
  return statusOf(await context.call("search-memories", { parameters })) === 200;
}

/** The outcome of a check for which the other agent has not what it takes: the caller's own looks say what there is to say. */
export function leftToTheCaller(check: Check): CheckOutcome {
  return { ...skipped(check, "what it needs is not there for the other agent", []), aside: true };
}

/** The parts of a run as the other agent uses them: what it has is made for it, and what was sent is the same. */
function servicesOf(side: RunContext, around: RunServices, signal: AbortSignal): RunServices {
  return { ...servicesIn(side, around, signal), history: asSecondCaller(around.history, side.target) };
}
