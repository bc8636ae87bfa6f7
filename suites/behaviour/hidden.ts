import type { Exchange } from "../client/exchange.ts";
import { expectRejected } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";
import { requireResponse } from "../verifiers/read.ts";

/** Statuses for a resource that the caller may not see. */
const HIDDEN = [403, 404];
/** An additional status with which a target may reject an id of no resource. */
const INVALID = 400;

/** Returns true for a rejection as invalid input. */
export function isInvalid(exchange: Exchange): boolean {
  return requireResponse(exchange).status === INVALID;
}

/**
 * Fails unless the response rejects a resource that the caller may not see. A target that hides its existence responds
 * as for an unknown id. The contract allows rejecting that as invalid too, so 400 is accepted if a request for an
 * unknown id, sent by `absent`, gets it.
 */
export async function expectHidden(exchange: Exchange, why: string, absent: () => Promise<Exchange>): Promise<void> {
  const asUnknown = isInvalid(exchange) && (await mayBeInvalid(absent));
  judging([exchange], () => expectRejected(exchange, why, asUnknown ? [...HIDDEN, INVALID] : HIDDEN));
}

/** Returns true if any of several requests is rejected as invalid. A target may respond in more than one way. */
async function mayBeInvalid(ask: () => Promise<Exchange>): Promise<boolean> {
  for (let asked = 0; asked < MOST_ASKED; asked += 1) if (isInvalid(await ask())) return true;
  return false;
}

/** The maximum number of requests for an unknown id. */
const MOST_ASKED = 4;
