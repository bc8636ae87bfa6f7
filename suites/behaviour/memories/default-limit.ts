import { Inconclusive } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { expectNoMore, firstIfFollowed, firstTwo } from "./first-pages.ts";
import { type SearchInput, searchPage } from "./listing.ts";
import type { MemoryFixtures } from "./population.ts";
import { SINCE, UNTIL, wideFilters } from "./wide-filters.ts";

const OPERATIONS = ["search-memories"] as const;

/** A page without a limit is as long as one with the default as its limit, and has exactly that many if more match. */
export function usualLimit(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.search.default-limit",
      name: "a page without a limit has the default number of memories when more match",
      operations: OPERATIONS,
    },
    async (check) => {
      const { base, word, members } = await memoryFixtures(check);
      const limit = requireDefault(check.context);
      if (members.length <= limit) throw new Inconclusive(`the run created no more than ${limit} memories that match`);
      await expectUsual(check, { ...base, text: word }, limit);
    },
  );
}

/** The default applies with all filters together. */
export function usualLimitTogether(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.search.default-limit",
      name: "a page without a limit has the default number of memories with many filters",
      operations: OPERATIONS,
    },
    async (check) => {
      const { base, tag, members } = await memoryFixtures(check);
      const limit = requireDefault(check.context);
      const scope = members[0]?.known.scope ?? null;
      const input = {
        ...base,
        tags: [tag],
        ...SINCE,
        ...UNTIL,
        ...(scope === null ? {} : { scope }),
      };
      await expectUsual(check, input, limit);
    },
  );
}

/** The default applies with every filter, and on later pages. */
export function usualLimitBeside(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.search.default-limit",
      name: "pages without a limit have the default number of memories with every filter and after the first page",
      operations: OPERATIONS,
    },
    async (check) => {
      const limit = requireDefault(check.context);
      await check.forEach(wideFilters(check.context, await memoryFixtures(check)), async (input, one) => {
        await one.eventually(async () => {
          const unnamed = await firstTwo(one, input);
          const named = await firstTwo(one, { ...input, limit });
          const [short] = await firstTwo(one, { ...input, limit: 1 });
          // After a page of one, the others remain for a page without a limit, on which a walk may change the limit.
          const { next } = short ?? {};
          const later = next ? await tryOrNull(() => searchPage(one, { ...input, cursor: next })) : null;
          for (const page of later === null ? unnamed : [...unnamed, later])
            expectNoMore(one, page, limit, `than the default of ${limit}`);
          // Others may write in between. If the page with the explicit limit is full, so must be the one without.
          const [first, same] = [unnamed[0], named[0]];
          if (first === undefined || same === undefined || same.hits.length < limit) return;
          if (first.hits.length !== limit) await requireFull(one, input, limit);
          expectThat(first.hits.length === limit, {
            message: `without a limit a page must hold as many memories as with a limit of ${limit}`,
            expected: String(limit),
            actual: String(first.hits.length),
            pointer: "/data/hits",
            keyword: "default",
          });
        });
      });
    },
  );
}

function requireDefault(context: RunContext): number {
  const limit = numberAt(parameterSchema(context.document, "search-memories", "limit"), "default");
  if (limit === undefined) throw new Inconclusive("the document states no default limit");
  return limit;
}

async function expectUsual(check: CheckContext, input: SearchInput, limit: number): Promise<void> {
  await check.eventually(async () => {
    const named = await searchPage(check, { ...input, limit });
    // A different limit first, in case a target keeps the limit of the previous request.
    await searchPage(check, { ...input, limit: 1 });
    const unnamed = await searchPage(check, input);
    if (unnamed.hits.length !== named.hits.length) await requireFull(check, input, limit);
    check.asserted();
    expectThat(unnamed.hits.length === named.hits.length && unnamed.hits.length <= limit, {
      message: `without a limit a page must hold as many memories as with a limit of ${limit}`,
      expected: String(Math.min(limit, named.hits.length)),
      actual: String(unnamed.hits.length),
      pointer: "/data/hits",
      keyword: "default",
    });
  });
}

/** The number of pages that are searched for a short one. */
const LOOKS = 4;

/**
 * Not applicable if pages may be shorter than their limit, which another requirement judges: then the length does not
 * show the limit.
 */
async function requireFull(check: CaseContext, input: SearchInput, limit: number): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const followed = await firstIfFollowed(check, { ...input, limit });
    if (followed !== null && followed.page.hits.length < limit)
      throw new NotApplicable("a page may hold less than its limit");
  }
}
