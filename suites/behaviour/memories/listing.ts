import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import type { CallOptions, CaseContext, RunContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { fail, requireAccepted } from "../../verifiers/expect.ts";
import { listAt, valueAt } from "../../verifiers/read.ts";
import type { View } from "../../verifiers/same-resource.ts";

/** Filters, cursor and limit of a search, by role. */
export type SearchInput = Readonly<Record<string, Json>>;

/** A memory where a search shows it. */
export interface Hit {
  readonly id: string | null;
  readonly memory: JsonObject;
  readonly exchange: Exchange;
  /** JSON pointer of the memory in the response. */
  readonly pointer: string;
}

/** The same as what a resource is compared with. */
export function asView({ exchange, pointer, memory }: Hit): View {
  return { exchange, pointer, value: memory };
}

/** One page of a search. */
export interface Page {
  readonly exchange: Exchange;
  readonly hits: readonly Hit[];
  readonly ids: readonly string[];
  /** Leads to the next page; null where none was given. */
  readonly next: string | null;
}

/** The largest limit that has to be accepted; an empty input where the document states none. */
export function fullPage(context: RunContext): SearchInput {
  const limit = largestPage(context);
  return limit === undefined ? {} : { limit };
}

/** Memories that a page may hold at most, as the document says. */
export function largestPage(context: RunContext): number | undefined {
  return numberAt(parameterSchema(context.document, "search-memories", "limit"), "maximum");
}

/** One page; Inconclusive when the search is rejected. */
export async function searchPage(check: CaseContext, input: SearchInput, options: CallOptions = {}): Promise<Page> {
  const exchange = await check.call("search-memories", { parameters: input }, options);
  requireAccepted(exchange, "memories.search.succeeds");
  return pageOf(exchange);
}

/** The memories of a list of a response, each with its place. */
export function hitsAt(exchange: Exchange, list: string): readonly Hit[] {
  return listAt(exchange, list).map((value, index) => {
    const memory = asObject(value);
    const id = typeof memory.id === "string" ? memory.id : null;
    return { id, memory, exchange, pointer: `${list}/${index}` };
  });
}

/** The page that an accepted search gave. */
export function pageOf(exchange: Exchange): Page {
  const hits = hitsAt(exchange, "/data/hits");
  const next = valueAt(exchange, "/data/nextCursor");
  const ids = hits.flatMap(({ id }) => (id === null ? [] : [id]));
  return { exchange, hits, ids, next: typeof next === "string" && next !== "" ? next : null };
}

/** True for the page that ends a walk: it leads nowhere, or holds nothing and leads to where its own cursor led. */
export function isLast({ next, hits }: Page, cursor: string | null): boolean {
  return next === null || (next === cursor && hits.length === 0);
}

/** Empty pages in a row that are gone past. */
const EMPTY_PAGES = 10;

/** The page, or where it is empty and leads on, the first that holds anything: a store may filter what it has read already. */
export async function leadOn(
  check: CaseContext,
  input: SearchInput,
  page: Page,
  options: CallOptions = {},
): Promise<Page> {
  let found = page;
  let cursor: string | null = null;
  for (let past = 0; past < EMPTY_PAGES && found.hits.length === 0 && !isLast(found, cursor); past += 1) {
    cursor = found.next;
    found = await searchPage(check, { ...input, cursor }, options);
  }
  return found;
}

/** The first page that holds anything; Inconclusive when the search is rejected. */
export async function pageWithHits(check: CaseContext, input: SearchInput, options: CallOptions = {}): Promise<Page> {
  return leadOn(check, input, await searchPage(check, input, options), options);
}

/** Pages of the largest size that are gone through at most in search of something on a target that is shared. */
const PATIENCE = 60;

/** Everything that a search gives, page after page, in pages of the largest size unless the input says otherwise. */
export async function searchAll(
  check: CaseContext,
  input: SearchInput,
  options: CallOptions = {},
): Promise<readonly Hit[]> {
  const largest = { ...fullPage(check.context), ...input };
  const first = await check.call("search-memories", { parameters: largest }, options);
  // A target that rejects the largest limit can be judged by its default; the limit itself is another check's matter.
  const filters = statusOf(first) === 400 && input.limit === undefined ? input : largest;
  const hits: Hit[] = [];
  const met = new Set<string>();
  let cursor: string | null = null;
  for (let page = 0; page < PATIENCE; page += 1) {
    const asked: SearchInput = cursor === null ? filters : { ...filters, cursor };
    const found: Page = page === 0 && filters === largest ? accepted(first) : await searchPage(check, asked, options);
    // A walk that begins again has shown everything; that it does not end is another check's matter. A page may be empty.
    if (page > 0 && found.ids.length > 0 && found.ids.every((id) => met.has(id))) return hits;
    hits.push(...found.hits);
    for (const id of found.ids) met.add(id);
    if (isLast(found, cursor)) return hits;
    cursor = found.next;
  }
  throw new Inconclusive(`more than ${PATIENCE} pages of memories match the search`);
}

function accepted(exchange: Exchange): Page {
  requireAccepted(exchange, "memories.search.succeeds");
  return pageOf(exchange);
}

/** Ids of hits. */
export function idsOf(hits: readonly Hit[]): readonly string[] {
  return hits.flatMap(({ id }) => (id === null ? [] : [id]));
}

/** Fails when a memory that must be found is not. */
export function expectFound(hits: readonly Hit[], id: string, message: string): Hit {
  const hit = hits.find((one) => one.id === id);
  if (hit) return hit;
  return fail({
    message,
    expected: `the memory ${id} among the hits`,
    actual: `${hits.length} hits without it`,
    verifier: "found",
    pointer: "/data/hits",
    keyword: "missing",
  });
}

/** Fails when a memory that must not be found is. */
export function expectNotFound(hits: readonly Hit[], id: string, message: string): void {
  const hit = hits.find((one) => one.id === id);
  if (!hit) return;
  fail({
    message,
    expected: `no memory ${id} among the hits`,
    actual: `it is found at ${hit.pointer}`,
    verifier: "notFound",
    pointer: hit.pointer,
    keyword: "unwanted",
  });
}
