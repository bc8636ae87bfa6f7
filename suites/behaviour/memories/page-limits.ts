import { once } from "../../engine/cases/once.ts";
import type { Check } from "../../engine/check/check.ts";
import { defineCheck, further } from "../define-check.ts";
import { usualLimit, usualLimitBeside, usualLimitTogether } from "./default-limit.ts";
import { expectFull, expectNoMore, firstTwo } from "./first-pages.ts";
import {
  fillsIfFollowed,
  fillsTheLargest,
  largest,
  largestOfRun,
  leadOnAtTheLargest,
  neverMoreBesideACursor,
} from "./largest-limit.ts";
import type { Walks } from "./page-walks.ts";
import type { MemoryFixtures } from "./population.ts";
import { wideFilters } from "./wide-filters.ts";

const OPERATIONS = ["search-memories"] as const;

/** Checks of the number of memories on a page: with a limit, without one, and the maximum. */
export function pageLimitChecks(memoryFixtures: MemoryFixtures, walks: Walks): Check[] {
  const askLargest = once(largestOfRun);
  return [
    limits(walks),
    ...further([
      limitsBeside(memoryFixtures),
      usualLimitBeside(memoryFixtures),
      fillsTheLargest(askLargest),
      ...leadOnAtTheLargest(askLargest),
      neverMoreBesideACursor(askLargest),
    ]),
    fills(walks),
    usualLimitTogether(memoryFixtures),
    fillsIfFollowed(askLargest),
    usualLimit(memoryFixtures),
    largest(askLargest),
  ];
}

function limits(walks: Walks): Check {
  return defineCheck(
    {
      requirement: "memories.search.limit",
      name: "no page exceeds a small or a large limit",
      operations: OPERATIONS,
    },
    async (check) => {
      for (const { limit, pages } of await walks(check)) {
        for (const page of pages) expectNoMore(check, page, limit, "than the limit asks for");
      }
    },
  );
}

function fills(walks: Walks): Check {
  return defineCheck(
    { requirement: "memories.search.limit-fills", name: "pages are full when others follow", operations: OPERATIONS },
    async (check) => {
      for (const { limit, pages } of await walks(check)) {
        for (const [index, page] of pages.entries()) {
          if ((pages[index + 1]?.hits.length ?? 0) === 0) continue;
          check.asserted();
          expectFull(page, limit);
        }
      }
    },
  );
}

/** The limit applies with every filter, on the first page and the next. */
function limitsBeside(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    { requirement: "memories.search.limit", name: "no page exceeds the limit with any filter", operations: OPERATIONS },
    async (check) => {
      const filters = wideFilters(check.context, await memoryFixtures(check));
      const inputs = filters.flatMap((filter) => [1, 2].map((limit) => ({ ...filter, limit })));
      await check.forEach(inputs, async (input, one) => {
        const pages = await firstTwo(one, input);
        for (const page of pages) expectNoMore(one, page, input.limit, `than its limit of ${input.limit}`);
      });
    },
  );
}
