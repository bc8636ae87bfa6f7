import { findTokens, type RequestInput } from "../../../generators/index.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Failure } from "../../outcome/failure.ts";
import { expectAccepted } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import type { CallOptions, CaseContext } from "../check/check.ts";
import { onceARun } from "./once-a-run.ts";

/** Statuses in which a target may reject what names a thing that it does not find, or that is not ready. */
const NOT_THERE: readonly number[] = [403, 404, 409];

/**
 * Statuses in which a target may reject a file for now: the bytes went to an address of their own, of which it may hear a
 * moment later, and it may look through them before it lets them be used.
 */
export const NOT_YET_USABLE: readonly number[] = [400, ...NOT_THERE];

/**
 * The response to a valid request that names a thing of this run. The contract promises of nothing new that it can be named
 * at once: a rejection as not there counts when it lasts longer than an index may lag.
 */
export async function retryUntilUsable(
  context: CaseContext,
  ask: () => Promise<Exchange>,
  notYet: readonly number[] = NOT_THERE,
): Promise<Exchange> {
  let latest: Exchange | undefined;
  try {
    return await context.eventually(async () => {
      latest = await ask();
      requireResponse(latest);
      if (notYet.includes(statusOf(latest))) expectAccepted(latest, "a valid request that names a new thing");
      return latest;
    });
  } catch (error) {
    if (error instanceof Failure && latest !== undefined) return latest;
    throw error;
  }
}

/** Whether files could not be used at once, as a valid request that named some has learned. */
const files = onceARun(() => ({ areSlow: false }));

/** Sends a valid request; one that names files again and again, with the same files, until they can be used. */
export async function callValid(
  context: CaseContext,
  input: RequestInput,
  options: CallOptions = {},
): Promise<Exchange> {
  if (!namesFiles(input)) return context.call(input.operation, input, options);
  const resolved = await context.resolve(input);
  let sent = 0;
  const ask = () => {
    sent += 1;
    if (sent > 1) files(context.context).areSlow = true;
    return context.call(input.operation, resolved, options);
  };
  return retryUntilUsable(context, ask, NOT_YET_USABLE);
}

/**
 * Sends a request that has to be rejected with one of these statuses, after its valid twin. Whether form or files are looked
 * at first is open: where the files of the twin had to be waited for, these are as well.
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
