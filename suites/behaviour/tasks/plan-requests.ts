import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { isPlanRejection } from "../../client/load-rejection.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import type { CallOptions, CaseContext, CheckContext } from "../../engine/check/check.ts";
import { withBody } from "../../engine/resources/create-resources.ts";
import { wordOf } from "../../models/words.ts";
import { statusAndCode } from "../../verifiers/expect.ts";
import { errorCode } from "../../verifiers/read.ts";

/** Asks for a plain task with another key; channels and people of the caller mean nothing there. */
export async function ask(
  check: CaseContext,
  apiKey: string,
  word: string,
  members: JsonObject = {},
  options: CallOptions = {},
): Promise<Exchange> {
  const { input } = await check.baseline("create-task");
  const body = asObject(input.body);
  const own = Object.fromEntries(Object.entries(body).filter(([field]) => !field.endsWith("Id")));
  const title = `${check.context.mark} ${word}`;
  return check.call("create-task", withBody({ ...input, body: own }, { title, ...members }), { apiKey, ...options });
}

export function isLimit(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return isPlanRejection(exchange) && status >= 400 && status < 500;
}

/** Codes that say that the target is busy, not what it thinks of the request. */
const BUSY: readonly (string | undefined)[] = ["rate_limited", "upstream_unavailable", undefined];

/** Neither accepted nor rejected for a reason: nothing can be said then. */
export function stopWhenUnanswered(exchange: Exchange): void {
  if (exchange.outcome.kind === "none") throw new Inconclusive(`no response: ${exchange.outcome.message}`);
  if ([429, 503].includes(statusOf(exchange)) && BUSY.includes(errorCode(exchange))) {
    throw new Inconclusive(`responded with ${statusAndCode(exchange)}`);
  }
}

/**
 * True for a creation that the target rejects for its rate, however long it is waited, while it takes all else from that
 * agent, and creations from the caller: it is the allowance that it takes for a rate.
 */
export async function isTakenForRate(check: CheckContext, apiKey: string, exchange: Exchange): Promise<boolean> {
  if (statusOf(exchange) !== 429 || errorCode(exchange) !== "rate_limited") return false;
  const own = await ask(check, check.context.target.apiKey, wordOf(check.context, "within the plan"));
  const others = await Promise.all([1, 2, 3].map(() => check.call("list-tasks", {}, { apiKey, retry: false })));
  return [own, ...others].every((response) => statusOf(response) === 200);
}

/** Whether all of these ids were told. */
export function isTold(members: Readonly<Record<string, Json | undefined>>): boolean {
  return Object.values(members).every((id) => typeof id === "string");
}
