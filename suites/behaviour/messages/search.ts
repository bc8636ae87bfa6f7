import { asObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CallOptions, CaseContext } from "../../engine/check/check.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { listAt } from "../../verifiers/read.ts";

/** The parameters of a search, by role. */
export interface SearchInput {
  readonly query: string;
  readonly channelId?: string;
  readonly limit?: number;
}

/** One response of search-messages. */
export interface Hits {
  readonly exchange: Exchange;
  readonly hits: readonly JsonObject[];
  readonly ids: readonly string[];
}

/** Searches. Throws `Inconclusive` if that is rejected. */
export async function search(check: CaseContext, input: SearchInput, options: CallOptions = {}): Promise<Hits> {
  const exchange = await check.call("search-messages", { parameters: { ...input } }, options);
  requireAccepted(exchange, "messages.search.succeeds");
  return hitsOf(exchange);
}

/** Returns the hits of an accepted response. */
export function hitsOf(exchange: Exchange): Hits {
  const hits = listAt(exchange, "/data/messages").map(asObject);
  return { exchange, hits, ids: hits.map(({ id }) => (typeof id === "string" ? id : "")) };
}
