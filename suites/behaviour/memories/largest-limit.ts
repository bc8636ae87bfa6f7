import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted, expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { firstIfFollowed } from "./first-pages.ts";
import { largestPage, type Page, pageOf, searchPage } from "./listing.ts";

const OPERATIONS = ["search-memories"] as const;

/** The reason why pages of the largest limit with a next page cannot be judged. */
const ONE_PAGE = "a search without filters finds no more than one of the largest pages";

/** The factor for a limit far above the largest. */
const BEYOND = 10;

/** No page has more memories than the largest limit, whatever limit is requested. */
export function largest(askLargest: AskLargest): Check {
  return defineCheck(
    {
      requirement: "memories.search.max-limit",
      name: "limits above the maximum return no more than it",
      // Not enough memories for this are created, but late in a run there may be as many.
      late: true,
      operations: ["search-memories", "remember"],
    },
    async (check) => {
      const { most, full } = await askLargest(check);
      judging([full], () => {
        expectAccepted(full, `a limit of ${most}`);
        expectAtMost(check, pageOf(full), most);
      });
      // Careless code treats zero or a negative limit as no bound.
      await check.forEach([most + 1, most + 50, most * 10, 0, -1], async (limit, one) => {
        const exchange = await one.call("search-memories", { parameters: { limit } });
        if (requireResponse(exchange).status === 200) expectAtMost(one, pageOf(exchange), most);
        else if (limit > most)
          one.observe("search-memories.limit-above", `rejected with ${statusAndCode(exchange)}`, `a limit of ${limit}`);
      });
    },
  );
}

/** The largest limit, and the response to a search with it. */
interface Largest {
  readonly most: number;
  readonly full: Exchange;
}

/** Returns the largest page, requested once per run. */
export type AskLargest = (check: CheckContext) => Promise<Largest>;

/** Requests the largest page. */
export async function largestOfRun(check: CheckContext): Promise<Largest> {
  const most = largestPage(check.context);
  if (most === undefined) throw new Inconclusive("the document states no largest limit");
  const full = await check.call("search-memories", { parameters: { limit: most } });
  return { most, full };
}

/** A page with the largest limit, or a higher one that is capped, must have a cursor if more memories match. */
export function leadOnAtTheLargest(askLargest: AskLargest): Check[] {
  const limits = [
    { name: "a page of the maximum limit has a cursor when more memories match", beside: -1, times: 1 },
    { name: "a page shorter than its limit has a cursor when more memories match", beside: 0, times: BEYOND },
  ];
  return limits.map(({ name, beside, times }) => leadsOn(askLargest, name, beside, times));
}

/**
 * Pages of about the largest limit show which memories there are. Then a page with `times` the largest limit is judged.
 */
function leadsOn(askLargest: AskLargest, name: string, beside: number, times: number): Check {
  return defineCheck(
    { requirement: "memories.search.walk", name, late: true, operations: ["search-memories", "remember"] },
    async (check) => {
      const { most } = await askLargest(check);
      await check.eventually(async () => {
        const followed = await firstIfFollowed(check, { limit: most + beside });
        if (followed === null) throw new NotApplicable(ONE_PAGE);
        const exchange = await check.call("search-memories", { parameters: { limit: most * times } });
        if (statusOf(exchange) !== 200) throw new NotApplicable(`a limit of ${most * times} is rejected`);
        const { ids, next: onwards } = pageOf(exchange);
        const left = [...followed.page.ids, ...followed.next.ids].find((id) => !ids.includes(id));
        check.asserted();
        judging([exchange], () =>
          expectThat(left === undefined || onwards !== null, {
            message: "where a search finds more than the page holds, its cursor must lead on",
            expected: `a cursor to what the page leaves out, as the memory ${left}`,
            actual: "none",
            pointer: "/data/nextCursor",
            keyword: "walk",
          }),
        );
      });
    },
  );
}

/** The maximum also applies to a page with a cursor. */
export function neverMoreBesideACursor(askLargest: AskLargest): Check {
  return defineCheck(
    {
      requirement: "memories.search.max-limit",
      name: "a limit above the maximum with a cursor returns no more than it",
      late: true,
      operations: OPERATIONS,
    },
    async (check) => {
      const { most } = await askLargest(check);
      const { next: cursor } = await searchPage(check, { limit: 1 });
      if (cursor === null) throw new NotApplicable(ONE_PAGE);
      const exchange = await check.call("search-memories", { parameters: { limit: most * BEYOND, cursor } });
      if (statusOf(exchange) !== 200) throw new NotApplicable("a limit above the largest one is rejected there");
      judging([exchange], () => expectAtMost(check, pageOf(exchange), most));
    },
  );
}

function expectAtMost(check: CaseContext, { hits }: Page, most: number): void {
  check.asserted();
  expectThat(hits.length <= most, {
    message: `a page must never hold more than ${most} memories`,
    expected: `at most ${most}`,
    actual: String(hits.length),
    pointer: "/data/hits",
    keyword: "maximum",
  });
}
