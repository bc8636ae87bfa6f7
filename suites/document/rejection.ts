import { type InvalidCase, parseToken } from "../../generators/index.ts";
import type { Exchange } from "../client/exchange.ts";
import { expectRejected } from "../verifiers/expect.ts";
import { requireResponse } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";

/** Returns true for a rejection as the sender's mistake, with any 4xx status. */
export function isRejection(exchange: Exchange): boolean {
  const { status } = requireResponse(exchange);
  return status >= 400 && status < 500;
}

/** Fails unless the request was rejected as invalid input. */
export function expectInvalid(exchange: Exchange, invalid: InvalidCase): void {
  const { operation, description } = invalid;
  const what = description.startsWith("without ") ? `${operation} ${description}` : `${operation} with ${description}`;
  withEvidence([exchange], () => expectRejected(exchange, what, statusesFor(invalid)));
}

/** Returns the statuses that reject it as invalid. An id of a wrong type may also count as unknown or hidden. */
export function statusesFor(invalid: InvalidCase): readonly number[] {
  return parseToken(invalid.before) ? [400, 403, 404] : [400];
}
