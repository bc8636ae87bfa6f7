import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { isPlanRejection } from "../../client/load-rejection.ts";
import type { CallOptions, CaseContext, CheckContext } from "../../engine/check/check.ts";
import { withBody } from "../../engine/resources/create-resources.ts";
import { wordOf } from "../../models/words.ts";
import { statusAndCode } from "../../verifiers/expect.ts";
import { errorCode } from "../../verifiers/read.ts";

/** Requests a plain task with another key. The caller's channels and users may not exist for that agent. */
export async function requestPlainTask(
  check: CaseContext,
  apiKey: string,
  word: string,
  members: JsonObject = {},
  options: CallOptions = {},
): Promise<Exchange> {
  const { input } = await check.baseline("create-task");
  const body = asObject(input.body);
  const withoutReferences = Object.fromEntries(Object.entries(body).filter(([field]) => !field.endsWith("Id")));
  const title = `${check.context.mark} ${word}`;
  return check.call("create-task", withBody({ ...input, body: withoutReferences }, { title, ...members }), {
    apiKey,
    ...options,
  });
}

export function isPlanLimit(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return isPlanRejection(exchange) && status >= 400 && status < 500;
}

/** Error codes of a target that is busy rather than rejecting the request. */
const BUSY: readonly (string | undefined)[] = ["rate_limited", "upstream_unavailable", undefined];

/** Throws `Inconclusive` if there is no response, or one of a busy target. */
export function requireUsableResponse(exchange: Exchange): void {
  if (exchange.outcome.kind === "none") throw new Inconclusive(`no response: ${exchange.outcome.message}`);
  if ([429, 503].includes(statusOf(exchange)) && BUSY.includes(errorCode(exchange))) {
    throw new Inconclusive(`responded with ${statusAndCode(exchange)}`);
  }
}

/**
 * Returns true if the target treats the plan's limit as a rate limit: it rejects a creation for its rate although it
 * was retried, and still accepts all other requests of that agent and creations of the caller.
 */
export async function isTreatedAsRateLimit(check: CheckContext, apiKey: string, exchange: Exchange): Promise<boolean> {
  if (statusOf(exchange) !== 429 || errorCode(exchange) !== "rate_limited") return false;
  const ownCreation = await requestPlainTask(
    check,
    check.context.target.apiKey,
    wordOf(check.context, "within the plan"),
  );
  const others = await Promise.all([1, 2, 3].map(() => check.call("list-tasks", {}, { apiKey, retry: false })));
  return [ownCreation, ...others].every((response) => statusOf(response) === 200);
}

/** Returns true if all of these ids are known. */
export function hasAllIds(members: Readonly<Record<string, Json | undefined>>): boolean {
  return Object.values(members).every((id) => typeof id === "string");
}
