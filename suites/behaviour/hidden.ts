import type { Exchange } from "../client/exchange.ts";
import { expectRejected } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";
import { requireResponse } from "../verifiers/read.ts";

/** How a thing that the caller may not see is rejected. */
const HIDDEN = [403, 404];
/** How a target may reject an id that names nothing, besides. */
const INVALID = 400;

/** True for a rejection as invalid input. */
export function isInvalid(exchange: Exchange): boolean {
  return requireResponse(exchange).status === INVALID;
}

/**
 * Fails unless a thing is rejected that the caller may not see. Who keeps its existence secret answers as for an id that
 * names nothing: where that is rejected as invalid, which is open, so may this be. `absent` asks for such a twin.
 */
export async function expectHidden(exchange: Exchange, why: string, absent: () => Promise<Exchange>): Promise<void> {
  const asUnknown = isInvalid(exchange) && (await mayBeInvalid(absent));
  judging([exchange], () => expectRejected(exchange, why, asUnknown ? [...HIDDEN, INVALID] : HIDDEN));
}

/** Whether a request is ever rejected as invalid: a target may have more ways than one. */
async function mayBeInvalid(ask: () => Promise<Exchange>): Promise<boolean> {
  for (let asked = 0; asked < MOST_ASKED; asked += 1) if (isInvalid(await ask())) return true;
  return false;
}

/** How often a twin is asked for. */
const MOST_ASKED = 4;
