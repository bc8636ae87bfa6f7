import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CallOptions, CaseContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { listAt, valueAt } from "../../verifiers/read.ts";
import { quietChannel } from "./channels.ts";
import { patiently } from "./requests.ts";

/** What a page is asked for by, by role. */
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

/** The most that every target has to give in one page. */
export const WIDE = 20;

const sizeOf = onceARun(() => once(findSize));

/**
 * How many messages to ask for where many have to be read: the largest page that the document names, where the target gives
 * it. How large a page may be is open.
 */
export function readingSize(check: CaseContext): Promise<number> {
  return sizeOf(check.context)(check);
}

async function findSize(check: CaseContext): Promise<number> {
  const most = numberAt(parameterSchema(check.context.document, "get-messages", "limit"), "maximum") ?? WIDE;
  if (most <= WIDE) return WIDE;
  const exchange = await askForPage(check, { channel: quietChannel(check.context), limit: most });
  return statusOf(exchange) === 200 ? most : WIDE;
}

/** For what is sent or read right after something else, lest others write in between. */
export const URGENT = { urgent: true };

/** Reads a page of a channel; Inconclusive when it is rejected. A cursor may name a message that was sent just now. */
export async function readPage(check: CaseContext, input: PageInput, options: CallOptions = {}): Promise<Page> {
  const exchange = await patiently(check, "messages.get.succeeds", () => askForPage(check, input, options));
  requireAccepted(exchange, "messages.get.succeeds");
  return pageOf(exchange);
}

/** Asks for a page, whatever the response. */
export async function askForPage(check: CaseContext, input: PageInput, options: CallOptions = {}): Promise<Exchange> {
  return check.call("get-messages", { parameters: { ...input } }, options);
}

/** The page that a success shows. */
export function pageOf(exchange: Exchange): Page {
  const messages = listAt(exchange, "/data/messages").map(asObject);
  return {
    exchange,
    messages,
    ids: messages.map(({ id }) => (typeof id === "string" ? id : "")),
    hasMore: valueAt(exchange, "/data/hasMore"),
  };
}
