import type { CaseContext } from "../../engine/check/check.ts";
import type { Page, SearchInput } from "./listing.ts";
import { walk } from "./page-walk.ts";

/** Returns the first page of a search and the next one with hits; null if no hits follow. */
export async function firstPageWithNext(
  check: CaseContext,
  input: SearchInput,
): Promise<{ page: Page; next: Page } | null> {
  const [page, next] = await firstTwoPages(check, input);
  return page === undefined || next === undefined || next.hits.length === 0 ? null : { page, next };
}

/** Returns the first page of a search and the one of its cursor, or the first only if it has none. */
export async function firstTwoPages(check: CaseContext, input: SearchInput): Promise<Page[]> {
  const pages: Page[] = [];
  for await (const page of walk(check, input)) {
    pages.push(page);
    if (pages.length === 2) break;
  }
  return pages;
}
