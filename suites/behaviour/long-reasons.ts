import type { Exchange } from "../client/exchange.ts";
import { requireResponse } from "../verifiers/read.ts";

/** A long reason, and a short one to use instead. */
interface Reasons {
  readonly long: string;
  readonly short: string;
}

/**
 * Sends a request with the long reason, and with the short one if that is rejected (400), since the maximum length is
 * not stated. Returns the reason that was sent last, and its response.
 */
export async function withShorterReasonIfRejected(
  reason: string,
  { long, short }: Reasons,
  send: (reason: string) => Promise<Exchange>,
): Promise<{ readonly reason: string; readonly response: Exchange }> {
  const response = await send(reason);
  if (reason !== long || requireResponse(response).status !== 400) return { reason, response };
  const retried = await send(short);
  return requireResponse(retried).status === 200 ? { reason: short, response: retried } : { reason, response };
}
