import { type Exchange, statusOf } from "../client/exchange.ts";
import { expectAccepted } from "../verifiers/expect.ts";
import { answered } from "../verifiers/read.ts";
import type { CaseContext } from "./check.ts";
import { Failure } from "./outcome.ts";

/** Statuses in which a target may refuse what names a thing that it does not find. */
const NOT_THERE = [403, 404];

/**
 * The answer to a valid request that names a thing of this run. The contract promises of nothing new that it can be named
 * at once: a refusal as not there counts when it lasts longer than an index may lag.
 */
export async function onceThere(context: CaseContext, ask: () => Promise<Exchange>): Promise<Exchange> {
  let latest: Exchange | undefined;
  try {
    return await context.eventually(async () => {
      latest = await ask();
      answered(latest);
      if (NOT_THERE.includes(statusOf(latest))) expectAccepted(latest, "a valid request that names a new thing");
      return latest;
    });
  } catch (error) {
    if (error instanceof Failure && latest !== undefined) return latest;
    throw error;
  }
}
