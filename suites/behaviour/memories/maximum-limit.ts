import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted, expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { firstPageWithNext } from "./first-pages.ts";
import { maxLimit, type Page, pageOf, searchPage } from "./listing.ts";

const OPERATIONS = ["search-memories"] as const;

/** The reason why pages of the largest limit with a next page cannot be judged. */
const TOO_FEW_MEMORIES = "a search without filters finds no more than one of the largest pages";

/** The factor for a limit far above the largest. */
const EXCESS_FACTOR = 10;

/** No page has more memories than the largest limit, whatever limit is requested. */
export function pageWithinMaximum(largestPage: LargestPageSource): Check {
  return defineCheck(
    {
      requirement: "memories.search.max-limit",
      name: "a limit above the maximum returns no more memories than the maximum",
      // Not enough memories for this are created, but late in a run there may be as many.
      runsLate: true,
      operations: ["search-memories", "remember"],
    },
    async (check) => {
      const { maximum, response } = await largestPage(check);
      withEvidence([response], () => {
        expectAccepted(response, `a limit of ${maximum}`);
        expectAtMost(check, pageOf(response), maximum);
      });
      // Careless code treats zero or a negative limit as no bound.
      await check.forEach([maximum + 1, maximum + 50, maximum * 10, 0, -1], async (limit, testCase) => {
        const exchange = await testCase.call("search-memories", { parameters: { limit } });
        if (requireResponse(exchange).status === 200) expectAtMost(testCase, pageOf(exchange), maximum);
        else if (limit > maximum)
          testCase.observe(
            "search-memories.limit-above",
            `rejected with ${statusAndCode(exchange)}`,
            `a limit of ${limit}`,
          );
      });
    },
  );
}

/** The largest limit, and the response to a search with it. */
interface LargestPage {
  readonly maximum: number;
  readonly response: Exchange;
}

/** Returns the largest page, requested once per run. */
export type LargestPageSource = (check: CheckContext) => Promise<LargestPage>;

/** Requests the largest page. */
export async function requestLargestPage(check: CheckContext): Promise<LargestPage> {
  const maximum = maxLimit(check.context);
  if (maximum === undefined) throw new Inconclusive("the document states no largest limit");
  const response = await check.call("search-memories", { parameters: { limit: maximum } });
  return { maximum, response };
}

/** A page with the largest limit, or a higher one that is capped, must have a cursor if more memories match. */
export function cursorAtLargestLimit(largestPage: LargestPageSource): Check[] {
  const limits = [
    { name: "a page of the maximum limit has a cursor when more memories match", difference: -1, times: 1 },
    {
      name: "a page shorter than its limit has a cursor when more memories match",
      difference: 0,
      times: EXCESS_FACTOR,
    },
  ];
  return limits.map(({ name, difference, times }) => hasCursorCheck(largestPage, name, difference, times));
}

/**
 * Pages of about the largest limit show which memories there are. Then a page with `times` the largest limit is judged.
 */
function hasCursorCheck(largestPage: LargestPageSource, name: string, difference: number, times: number): Check {
  return defineCheck(
    { requirement: "memories.search.walk", name, runsLate: true, operations: ["search-memories", "remember"] },
    async (check) => {
      const { maximum } = await largestPage(check);
      await check.eventually(async () => {
        const followed = await firstPageWithNext(check, { limit: maximum + difference });
        if (followed === null) throw new NotApplicable(TOO_FEW_MEMORIES);
        const exchange = await check.call("search-memories", { parameters: { limit: maximum * times } });
        if (statusOf(exchange) !== 200) throw new NotApplicable(`a limit of ${maximum * times} is rejected`);
        const { ids, next: nextCursor } = pageOf(exchange);
        const missing = [...followed.page.ids, ...followed.next.ids].find((id) => !ids.includes(id));
        check.asserted();
        withEvidence([exchange], () =>
          expectThat(missing === undefined || nextCursor !== null, {
            message: "a page must have a cursor when more memories match",
            expected: `a cursor to what the page leaves out, as the memory ${missing}`,
            actual: "no cursor",
            pointer: "/data/nextCursor",
            keyword: "walk",
          }),
        );
      });
    },
  );
}

/** The maximum also applies to a page with a cursor. */
export function pageAtCursorWithinMaximum(largestPage: LargestPageSource): Check {
  return defineCheck(
    {
      requirement: "memories.search.max-limit",
      name: "a limit above the maximum with a cursor returns no more memories than the maximum",
      runsLate: true,
      operations: OPERATIONS,
    },
    async (check) => {
      const { maximum } = await largestPage(check);
      const { next: cursor } = await searchPage(check, { limit: 1 });
      if (cursor === null) throw new NotApplicable(TOO_FEW_MEMORIES);
      const exchange = await check.call("search-memories", { parameters: { limit: maximum * EXCESS_FACTOR, cursor } });
      if (statusOf(exchange) !== 200) throw new NotApplicable("a limit above the maximum is rejected with a cursor");
      withEvidence([exchange], () => expectAtMost(check, pageOf(exchange), maximum));
    },
  );
}

function expectAtMost(check: CaseContext, { hits }: Page, maximum: number): void {
  check.asserted();
  expectThat(hits.length <= maximum, {
    message: `a page must not have more than ${maximum} memories`,
    expected: `at most ${maximum}`,
    actual: String(hits.length),
    pointer: "/data/hits",
    keyword: "maximum",
  });
}
