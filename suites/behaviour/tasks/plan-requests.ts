import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { CallOptions, CaseContext } from "../../engine/check.ts";
import { withBody } from "../../engine/making.ts";
import { Inconclusive } from "../../engine/outcome.ts";
import { statusAndCode } from "../../verifiers/expect.ts";
import { errorCode } from "../../verifiers/read.ts";

/** The code that the contract gives to a used-up allowance. */
export const LIMIT = "plan_limit_reached";

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
  const title = `${check.world.mark} ${word}`;
  return check.call("create-task", withBody({ ...input, body: own }, { title, ...members }), { apiKey, ...options });
}

export function isLimit(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return errorCode(exchange) === LIMIT && status >= 400 && status < 500;
}

/** Codes that say that the target is busy, not what it thinks of the request. */
const BUSY: readonly (string | undefined)[] = ["rate_limited", "upstream_unavailable", undefined];

/** Neither accepted nor refused for a reason: nothing can be said then. */
export function stopWhenUnanswered(exchange: Exchange): void {
  if (exchange.outcome.kind === "none") throw new Inconclusive(`no response: ${exchange.outcome.message}`);
  if ([429, 503].includes(statusOf(exchange)) && BUSY.includes(errorCode(exchange))) {
    throw new Inconclusive(`answered with ${statusAndCode(exchange)}`);
  }
}

/** Whether all of these ids were told. */
export function isTold(members: Readonly<Record<string, Json | undefined>>): boolean {
  return Object.values(members).every((id) => typeof id === "string");
}
