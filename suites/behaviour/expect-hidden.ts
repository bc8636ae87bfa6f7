import type { Exchange } from "../client/exchange.ts";
import { expectRejected } from "../verifiers/expect.ts";
import { requireResponse } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";

/** Statuses for a resource that the caller may not see. */
const HIDDEN_STATUSES = [403, 404];
/** An additional status with which a target may reject an id of no resource. */
const INVALID_STATUS = 400;

/** Returns true for a rejection as invalid input. */
export function isRejectedAsInvalid(exchange: Exchange): boolean {
  return requireResponse(exchange).status === INVALID_STATUS;
}

/**
 * Fails unless the response rejects a resource that the caller may not see. A target that hides its existence responds
 * as for an unknown id. The contract allows rejecting that as invalid too, so 400 is accepted if `requestUnknown`, a
 * request for an unknown id, gets it.
 */
export async function expectHidden(
  exchange: Exchange,
  why: string,
  requestUnknown: () => Promise<Exchange>,
): Promise<void> {
  const isInvalidAllowed = isRejectedAsInvalid(exchange) && (await isUnknownRejectedAsInvalid(requestUnknown));
  withEvidence([exchange], () =>
    expectRejected(exchange, why, isInvalidAllowed ? [...HIDDEN_STATUSES, INVALID_STATUS] : HIDDEN_STATUSES),
  );
}

/** Returns true if any of several requests is rejected as invalid. A target may respond in more than one way. */
async function isUnknownRejectedAsInvalid(requestUnknown: () => Promise<Exchange>): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_REQUESTS; attempt += 1)
    if (isRejectedAsInvalid(await requestUnknown())) return true;
  return false;
}

/** The maximum number of requests for an unknown id. */
const MAX_REQUESTS = 4;
