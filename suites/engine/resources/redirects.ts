import { type Exchange, headerOf, statusOf, type WireRequest } from "../../client/exchange.ts";
import type { CaseContext, OutsideOptions } from "../check/check.ts";

/** The most redirects that are followed. */
const REDIRECTS = 3;
/** Statuses after which a request is repeated unchanged at the new URL; after the others only a GET is. */
const PRESERVING_STATUSES: readonly number[] = [307, 308];
const READ_STATUSES: readonly number[] = [300, 301, 302, 303, ...PRESERVING_STATUSES];

/** Sends a request to a presigned URL and follows redirects, since a storage may have moved its files. */
export async function sendFollowingRedirects(
  check: Pick<CaseContext, "send">,
  request: WireRequest,
  how: OutsideOptions = {},
): Promise<Exchange> {
  const leadOn = request.method === "GET" ? READ_STATUSES : PRESERVING_STATUSES;
  let { url } = request;
  let exchange = await check.send(request, { ...URGENT, ...how });
  for (let steps = 0; steps < REDIRECTS; steps += 1) {
    const location = headerOf(exchange, "location");
    if (!leadOn.includes(statusOf(exchange)) || location === undefined || !URL.canParse(location, url)) break;
    url = new URL(location, url).href;
    exchange = await check.send({ ...request, url }, { ...URGENT, ...how });
  }
  return exchange;
}

/** A presigned URL may be valid for a few seconds only. */
const URGENT = { urgent: true };
