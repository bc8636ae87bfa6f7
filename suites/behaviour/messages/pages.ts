import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CallOptions, CaseContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { listAt, valueAt } from "../../verifiers/read.ts";
import { quietChannel } from "./channels.ts";
import { retryUntilKnown } from "./requests.ts";

/** The parameters of a page, by role. */
export interface PageInput {
  readonly channel: string;
  readonly limit?: number;
  readonly before?: string;
  readonly after?: string;
}

/** One response of get-messages. */
export interface Page {
  readonly exchange: Exchange;
  readonly messages: readonly JsonObject[];
  readonly ids: readonly string[];
  readonly hasMore: Json | undefined;
}

/** The number of messages that every target must be able to return on one page. */
export const PORTABLE_LIMIT = 20;

const cachedSize = oncePerRun(() => once(determineReadingSize));

/**
 * Returns the page size for reading many messages: the largest one of the document if the target accepts it. The
 * contract leaves the maximum open.
 */
export function readingSize(check: CaseContext): Promise<number> {
  return cachedSize(check.context)(check);
}

async function determineReadingSize(check: CaseContext): Promise<number> {
  const maximum =
    numberAt(parameterSchema(check.context.document, "get-messages", "limit"), "maximum") ?? PORTABLE_LIMIT;
  if (maximum <= PORTABLE_LIMIT) return PORTABLE_LIMIT;
  const exchange = await requestPage(check, { channel: quietChannel(check.context), limit: maximum });
  return statusOf(exchange) === 200 ? maximum : PORTABLE_LIMIT;
}

/** Options for consecutive requests, so that others do not write in between. */
export const URGENT = { urgent: true };

/**
 * Reads a page of a channel, retrying while a cursor names a message that is not known yet. Throws `Inconclusive` if it
 * is rejected.
 */
export async function readPage(check: CaseContext, input: PageInput, options: CallOptions = {}): Promise<Page> {
  const exchange = await retryUntilKnown(check, "messages.get.succeeds", () => requestPage(check, input, options));
  requireAccepted(exchange, "messages.get.succeeds");
  return pageOf(exchange);
}

/** Requests a page and returns any response. */
export async function requestPage(check: CaseContext, input: PageInput, options: CallOptions = {}): Promise<Exchange> {
  return check.call("get-messages", { parameters: { ...input } }, options);
}

/** Returns the page of an accepted response. */
export function pageOf(exchange: Exchange): Page {
  const messages = listAt(exchange, "/data/messages").map(asObject);
  return {
    exchange,
    messages,
    ids: messages.map(({ id }) => (typeof id === "string" ? id : "")),
    hasMore: valueAt(exchange, "/data/hasMore"),
  };
}
