import type { Exchange } from "../client/exchange.ts";
import { requireResponse } from "../verifiers/read.ts";

/** Reasons to give: a long one, and few words that stand for it. */
interface Reasons {
  readonly long: string;
  readonly short: string;
}

/**
 * Asks with a reason; how long one may be is not stated, so that the long one is given in few words where it is rejected (400).
 * Tells the reason that was given, and the response to it.
 */
export async function orInFewWords(
  reason: string,
  { long, short }: Reasons,
  ask: (reason: string) => Promise<Exchange>,
): Promise<{ readonly reason: string; readonly response: Exchange }> {
  const response = await ask(reason);
  if (reason !== long || requireResponse(response).status !== 400) return { reason, response };
  const again = await ask(short);
  return requireResponse(again).status === 200 ? { reason: short, response: again } : { reason, response };
}
