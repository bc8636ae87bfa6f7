import type { Json } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { isLastPage, type Page, type SearchInput, searchPage } from "./listing.ts";

/** The maximum number of pages of a walk: far more than the run's memories need one by one. */
const MAX_PAGES = 150;

/**
 * Yields the pages of a search one after the other, sending the filters again with each cursor. The first page may have
 * additional parameters.
 */
export async function* walk(check: CaseContext, input: SearchInput, first: SearchInput = {}): AsyncGenerator<Page> {
  let cursor: string | null = null;
  for (let number = 0; number < MAX_PAGES; number += 1) {
    const page: Page = await searchPage(check, cursor === null ? { ...input, ...first } : { ...input, cursor });
    yield page;
    if (isLastPage(page, cursor)) return;
    cursor = page.next;
  }
  throw new Inconclusive(`the walk did not end within ${MAX_PAGES} pages`, "memories.search.walk-ends");
}

/** Returns the pages of a walk that ends within `maxPages` pages; null for a longer one. */
export async function completeWalk(
  check: CaseContext,
  input: SearchInput,
  maxPages: number,
): Promise<readonly Page[] | null> {
  const pages: Page[] = [];
  for await (const page of walk(check, input)) {
    pages.push(page);
    if (isLastPage(page, pages.at(-2)?.next ?? null)) return pages;
    if (pages.length === maxPages) return null;
  }
  return pages;
}

/** Walks to the end. Fails unless each of these memories was returned exactly once. */
export async function expectWalked(
  check: CaseContext,
  input: SearchInput,
  ids: readonly string[],
  first: SearchInput = {},
): Promise<void> {
  const walkedIds: string[] = [];
  for await (const page of walk(check, input, first)) {
    walkedIds.push(...page.ids);
    // A repeated memory decides the outcome, and such a walk may be endless.
    if (ids.some((id) => walkedIds.indexOf(id) !== walkedIds.lastIndexOf(id))) break;
  }
  expectEachWalked(check, walkedIds, ids, input.limit ?? null);
}

/** Fails unless a walk returned each of these memories exactly once, or as often as `isAllowed` permits. */
export function expectEachWalked(
  check: CaseContext,
  walkedIds: readonly string[],
  ids: readonly string[],
  limit: Json,
  isAllowed: (times: number) => boolean = (times) => times === 1,
): void {
  const counts = new Map<string, number>();
  for (const id of walkedIds) counts.set(id, (counts.get(id) ?? 0) + 1);
  // Repeated ones first: a walk that was given up because of one did not reach all others.
  for (const id of [...ids].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))) {
    const times = counts.get(id) ?? 0;
    check.asserted();
    expectThat(isAllowed(times), {
      message: `a walk through pages must return every memory once (limit ${JSON.stringify(limit)})`,
      expected: `the memory ${id} once`,
      actual: times === 0 ? "never returned" : `returned ${times} times`,
      pointer: "/data/hits",
      keyword: times === 0 ? "lost" : "repeated",
    });
  }
}
