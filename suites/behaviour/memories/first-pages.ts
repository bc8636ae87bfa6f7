import type { CaseContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import type { Page, SearchInput } from "./listing.ts";
import { walk } from "./walk.ts";

/** The first page of a search, where another with hits follows it; null where none does. */
export async function firstIfFollowed(
  check: CaseContext,
  input: SearchInput,
): Promise<{ page: Page; next: Page } | null> {
  const [page, next] = await firstTwo(check, input);
  return page === undefined || next === undefined || next.hits.length === 0 ? null : { page, next };
}

/** The first page of a search and the one that its cursor leads to; one alone where it leads nowhere. */
export async function firstTwo(check: CaseContext, input: SearchInput): Promise<Page[]> {
  const pages: Page[] = [];
  for await (const page of walk(check, input)) {
    pages.push(page);
    if (pages.length === 2) break;
  }
  return pages;
}

/** Fails when a page holds more than its limit allows. */
export function expectNoMore(check: CaseContext, { hits, exchange }: Page, limit: number, than: string): void {
  check.asserted();
  judging([exchange], () =>
    expectThat(hits.length <= limit, {
      message: `a page must hold no more memories ${than}`,
      expected: `at most ${limit}`,
      actual: String(hits.length),
      pointer: "/data/hits",
      keyword: "limit",
    }),
  );
}

/** Fails when a page that another follows holds less than its limit asks for. */
export function expectFull({ hits, exchange }: Page, limit: number): void {
  judging([exchange], () =>
    expectThat(hits.length >= limit, {
      message: "a page that another follows should hold as many memories as its limit",
      expected: String(limit),
      actual: String(hits.length),
      pointer: "/data/hits",
      keyword: "short",
    }),
  );
}
