import { asObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { CallOptions, CaseContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { needAccepted } from "../../verifiers/expect.ts";
import { listAt } from "../../verifiers/read.ts";
import { goesWithoutLimit } from "../plain-requests.ts";

/** What is searched for, by role. */
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

/** Searches; Inconclusive when it is rejected. A limit that is the default may be left out. */
export async function search(check: CaseContext, input: SearchInput, options: CallOptions = {}): Promise<Hits> {
  const { limit, ...plain } = input;
  const isUsual = limit !== undefined && limit === defaultLimit(check);
  return searchAsAsked(check, isUsual && goesWithoutLimit(check, plain) ? plain : input, options);
}

/** Searches with the limit that is named, and without one where none is; Inconclusive when it is rejected. */
export async function searchAsAsked(check: CaseContext, input: SearchInput, options: CallOptions = {}): Promise<Hits> {
  const exchange = await check.call("search-messages", { parameters: { ...input } }, options);
  needAccepted(exchange, "messages.search.succeeds");
  return hitsOf(exchange);
}

function defaultLimit({ world }: Pick<CaseContext, "world">): number | undefined {
  return numberAt(parameterSchema(world.document, "search-messages", "limit"), "default");
}

/** The hits that a success shows. */
export function hitsOf(exchange: Exchange): Hits {
  const hits = listAt(exchange, "/data/messages").map(asObject);
  return { exchange, hits, ids: hits.map(({ id }) => (typeof id === "string" ? id : "")) };
}
