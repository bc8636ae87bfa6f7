import { type Exchange, headerOf, statusOf, type WireRequest } from "../../client/exchange.ts";
import type { CaseContext, OutsideOptions } from "../check/check.ts";

/** Steps from one address to the next that are taken at most. */
const REDIRECTS = 3;
/** After these a request goes as it is to the other address; after the rest only what reads does. */
const AS_IT_IS: readonly number[] = [307, 308];
const OF_READING: readonly number[] = [300, 301, 302, 303, ...AS_IT_IS];

/** Sends a request to a presigned URL, which may lead on as any address does: a store may have moved what it keeps. */
export async function sendOn(
  check: Pick<CaseContext, "send">,
  request: WireRequest,
  how: OutsideOptions = {},
): Promise<Exchange> {
  const leadOn = request.method === "GET" ? OF_READING : AS_IT_IS;
  let { url } = request;
  let exchange = await check.send(request, { ...AT_ONCE, ...how });
  for (let steps = 0; steps < REDIRECTS; steps += 1) {
    const location = headerOf(exchange, "location");
    if (!leadOn.includes(statusOf(exchange)) || location === undefined || !URL.canParse(location, url)) break;
    url = new URL(location, url).href;
    exchange = await check.send({ ...request, url }, { ...AT_ONCE, ...how });
  }
  return exchange;
}

/** A presigned URL may live for a few seconds only. */
const AT_ONCE = { urgent: true };
