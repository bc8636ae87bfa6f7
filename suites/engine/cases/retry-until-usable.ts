import { findTokens, type RequestInput } from "../../../generators/index.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Failure } from "../../outcome/failure.ts";
import { expectAccepted } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import type { CallOptions, CaseContext } from "../check/check.ts";
import { oncePerRun } from "./once-per-run.ts";

/** Statuses that may reject a request for a resource that is not found or not ready. */
const NOT_FOUND_STATUSES: readonly number[] = [403, 404, 409];

/**
 * Statuses that may reject for now the start of a walk, or a file. The bytes of a file were sent to another URL, so the
 * API may learn of them later, and may scan them before the file can be used.
 */
export const NOT_YET_USABLE: readonly number[] = [400, ...NOT_FOUND_STATUSES];

/**
 * Returns the response to a valid request that names a resource of this run. The contract does not promise that a new
 * resource can be named immediately, so a rejection counts only if it lasts longer than an index may lag.
 */
export async function retryUntilUsable(
  context: CaseContext,
  send: () => Promise<Exchange>,
  notYet: readonly number[] = NOT_FOUND_STATUSES,
): Promise<Exchange> {
  let latest: Exchange | undefined;
  try {
    return await context.eventually(async () => {
      latest = await send();
      requireResponse(latest);
      if (notYet.includes(statusOf(latest))) expectAccepted(latest, "a valid request that names a new thing");
      return latest;
    });
  } catch (error) {
    if (error instanceof Failure && latest !== undefined) return latest;
    throw error;
  }
}

/** Whether a valid request found that files cannot be used immediately. */
const files = oncePerRun(() => ({ areSlow: false }));

/** Sends a valid request. If it names files, the request is repeated with the same files until they can be used. */
export async function callValid(
  context: CaseContext,
  input: RequestInput,
  options: CallOptions = {},
): Promise<Exchange> {
  if (!namesFiles(input)) return context.call(input.operation, input, options);
  const resolved = await context.resolve(input);
  let sent = 0;
  const send = () => {
    sent += 1;
    if (sent > 1) files(context.context).areSlow = true;
    return context.call(input.operation, resolved, options);
  };
  return retryUntilUsable(context, send, NOT_YET_USABLE);
}

/**
 * Sends a request that must be rejected with one of these statuses, after a valid one. The contract leaves open whether
 * a service checks the input or the files first: if the valid request had to wait for its files, so does this one.
 */
export async function callBroken(
  context: CaseContext,
  input: RequestInput,
  statuses: readonly number[],
  { fresh = true, ...more }: CallOptions = {},
): Promise<Exchange> {
  const options = { ...more, fresh, incomplete: true };
  if (!namesFiles(input)) return context.call(input.operation, input, options);
  const resolved = await context.resolve(input);
  if (files(context.context).areSlow) await context.settled();
  const notYet = NOT_YET_USABLE.filter((status) => !statuses.includes(status));
  return retryUntilUsable(context, () => context.call(input.operation, resolved, options), notYet);
}

function namesFiles({ parameters, body }: RequestInput): boolean {
  return [parameters, body].flatMap((part) => findTokens(part)).some(({ kind }) => kind === "attachment");
}
