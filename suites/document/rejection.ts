import { type InvalidCase, parseToken } from "../../generators/index.ts";
import type { Exchange } from "../client/exchange.ts";
import { expectRejected } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";
import { requireResponse } from "../verifiers/read.ts";

/** Whether a request was rejected as the sender's mistake, with whatever status. */
export function isRejection(exchange: Exchange): boolean {
  const { status } = requireResponse(exchange);
  return status >= 400 && status < 500;
}

/** The request has to be rejected as invalid input. */
export function expectInvalid(exchange: Exchange, one: InvalidCase): void {
  const { operation, description } = one;
  const what = description.startsWith("without ") ? `${operation} ${description}` : `${operation} with ${description}`;
  judging([exchange], () => expectRejected(exchange, what, statusesFor(one)));
}

/** The statuses that reject it as invalid: an id of a wrong type names nothing that exists or may be seen. */
export function statusesFor(one: InvalidCase): readonly number[] {
  return parseToken(one.before) ? [400, 403, 404] : [400];
}
