import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import type { CallOptions, CaseContext, RunContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { fail, requireAccepted } from "../../verifiers/expect.ts";
import { listAt, valueAt } from "../../verifiers/read.ts";
import type { ShownResource } from "../../verifiers/same-resource.ts";

/** Filters, cursor and limit of a search, by role. */
export type SearchInput = Readonly<Record<string, Json>>;

/** A memory among the hits of a search. */
export interface Hit {
  readonly id: string | null;
  readonly memory: JsonObject;
  readonly exchange: Exchange;
  /** JSON pointer of the memory in the response. */
  readonly pointer: string;
}

/** Returns the hit as a view for comparing a resource. */
export function asView({ exchange, pointer, memory }: Hit): ShownResource {
  return { exchange, pointer, value: memory };
}

/** One page of a search. */
export interface Page {
  readonly exchange: Exchange;
  readonly hits: readonly Hit[];
  readonly ids: readonly string[];
  /** The cursor of the next page; null if there is none. */
  readonly next: string | null;
}

/** Returns the largest limit that must be accepted; an empty input if the document states none. */
export function largestLimit(context: RunContext): SearchInput {
  const limit = maxLimit(context);
  return limit === undefined ? {} : { limit };
}

/** Returns the maximum number of memories on a page by the document. */
export function maxLimit(context: RunContext): number | undefined {
  return numberAt(parameterSchema(context.document, "search-memories", "limit"), "maximum");
}

/** Returns one page. Throws `Inconclusive` if the search is rejected. */
export async function searchPage(check: CaseContext, input: SearchInput, options: CallOptions = {}): Promise<Page> {
  const exchange = await check.call("search-memories", { parameters: input }, options);
  requireAccepted(exchange, "memories.search.succeeds");
  return pageOf(exchange);
}

/** Returns the memories in a list of a response, each with its pointer. */
export function hitsAt(exchange: Exchange, list: string): readonly Hit[] {
  return listAt(exchange, list).map((value, index) => {
    const memory = asObject(value);
    const id = typeof memory.id === "string" ? memory.id : null;
    return { id, memory, exchange, pointer: `${list}/${index}` };
  });
}

/** Returns the page of an accepted search. */
export function pageOf(exchange: Exchange): Page {
  const hits = hitsAt(exchange, "/data/hits");
  const next = valueAt(exchange, "/data/nextCursor");
  const ids = hits.flatMap(({ id }) => (id === null ? [] : [id]));
  return { exchange, hits, ids, next: typeof next === "string" && next !== "" ? next : null };
}

/** Returns true for the last page of a walk: it has no cursor, or is empty with the same cursor that led to it. */
export function isLastPage({ next, hits }: Page, cursor: string | null): boolean {
  return next === null || (next === cursor && hits.length === 0);
}

/** The maximum number of consecutive empty pages to skip. */
const EMPTY_PAGES = 10;

/**
 * Returns the page or, if it is empty and has a cursor, the next one with hits: a store may filter pages after reading
 * them.
 */
export async function skipEmptyPages(
  check: CaseContext,
  input: SearchInput,
  page: Page,
  options: CallOptions = {},
): Promise<Page> {
  let found = page;
  let cursor: string | null = null;
  for (let skipped = 0; skipped < EMPTY_PAGES && found.hits.length === 0 && !isLastPage(found, cursor); skipped += 1) {
    cursor = found.next;
    found = await searchPage(check, { ...input, cursor }, options);
  }
  return found;
}

/** Returns the first page with hits. Throws `Inconclusive` if the search is rejected. */
export async function pageWithHits(check: CaseContext, input: SearchInput, options: CallOptions = {}): Promise<Page> {
  return skipEmptyPages(check, input, await searchPage(check, input, options), options);
}

/** The maximum number of pages of the largest size that are read to find something on a shared target. */
const MAX_PAGES = 60;

/** Returns all hits of a search, in pages of the largest size unless the input has a limit. */
export async function searchAll(
  check: CaseContext,
  input: SearchInput,
  options: CallOptions = {},
): Promise<readonly Hit[]> {
  const largest = { ...largestLimit(check.context), ...input };
  const first = await check.call("search-memories", { parameters: largest }, options);
  // A target that rejects the largest limit can be judged by its default. Another check judges the limit.
  const filters = statusOf(first) === 400 && input.limit === undefined ? input : largest;
  const hits: Hit[] = [];
  const seenIds = new Set<string>();
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const pageInput: SearchInput = cursor === null ? filters : { ...filters, cursor };
    const found: Page =
      page === 0 && filters === largest ? accepted(first) : await searchPage(check, pageInput, options);
    // A walk that starts again has shown everything; another check judges that it does not end. A page may be empty.
    if (page > 0 && found.ids.length > 0 && found.ids.every((id) => seenIds.has(id))) return hits;
    hits.push(...found.hits);
    for (const id of found.ids) seenIds.add(id);
    if (isLastPage(found, cursor)) return hits;
    cursor = found.next;
  }
  throw new Inconclusive(`more than ${MAX_PAGES} pages of memories match the search`);
}

function accepted(exchange: Exchange): Page {
  requireAccepted(exchange, "memories.search.succeeds");
  return pageOf(exchange);
}

/** Ids of hits. */
export function idsOf(hits: readonly Hit[]): readonly string[] {
  return hits.flatMap(({ id }) => (id === null ? [] : [id]));
}

/** Fails if a memory that must be found is missing. Returns its hit. */
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

/** Fails if a memory that must not be found is a hit. */
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
