import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted, expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { answered } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { type Made, remember } from "./claims.ts";
import { expectFull, firstIfFollowed } from "./first-pages.ts";
import { largestPage, type Page, pageOf, searchPage } from "./listing.ts";
import { needFound } from "./visible.ts";

const OPERATIONS = ["search-memories"] as const;

/** A lifetime for memories that are only there to fill a page, in seconds: as long as the shortest of the named buckets, which no server has a ground to reject. */
const SHORT = 7 * 86_400;

/** Why nothing can be told of pages of the largest limit that others follow. */
const ONE_PAGE = "a search without filters finds no more than one of the largest pages";

/** Times the largest limit: far above it. */
const BEYOND = 10;

/** No page holds more than the largest limit allows, whatever is asked for. */
export function largest(enough: Enough): Check {
  return defineCheck(
    {
      requirement: "memories.search.max-limit",
      name: "limits above the largest one",
      // More memories than a page may hold are not made for this in a smoke run: by then there may be as many.
      late: true,
      operations: ["search-memories", "remember"],
    },
    async (check) => {
      const { most, full } = await enough(check);
      judging([full], () => {
        expectAccepted(full, `a limit of ${most}`);
        expectAtMost(check, pageOf(full), most);
      });
      // Careless code takes none, or less than none, for no bound at all.
      await check.forEach([most + 1, most + 50, most * 10, 0, -1], async (limit, one) => {
        const exchange = await one.call("search-memories", { parameters: { limit } });
        if (answered(exchange).status === 200) expectAtMost(one, pageOf(exchange), most);
        else if (limit > most)
          one.observe("search-memories.limit-above", `rejected with ${statusAndCode(exchange)}`, `a limit of ${limit}`);
      });
    },
  );
}

/** The largest page, as it was before there was more than it holds: none could be too long otherwise. */
interface Largest {
  readonly most: number;
  readonly full: Exchange;
}

/** The largest page, asked for once in a run. */
export type Enough = (check: CheckContext) => Promise<Largest>;

/** Asks for the largest page, and makes more than it holds where a run may. */
export async function moreThanAPage(check: CheckContext): Promise<Largest> {
  const most = largestPage(check.world);
  if (most === undefined) throw new Inconclusive("the document states no largest limit");
  const full = await check.call("search-memories", { parameters: { limit: most } });
  if (check.world.budget !== "smoke" && statusOf(full) === 200)
    await fillUp(check, most + 1 - pageOf(full).hits.length);
  return { most, full };
}

/** What holds for small limits holds for the largest ones. */
export function fillsTheLargest(enough: Enough): Check {
  return defineCheck(
    {
      requirement: "memories.search.limit-fills",
      name: "pages of the largest limits that others follow",
      operations: ["search-memories", "remember"],
    },
    async (check) => {
      const { most } = await enough(check);
      let followed = 0;
      await check.forEach([most, most - 1], async (limit, one) => {
        const { page } = (await firstIfFollowed(one, { limit })) ?? {};
        if (page === undefined) return;
        followed += 1;
        one.asserted();
        expectFull(page, limit);
      });
      if (followed === 0) throw new NotApplicable(ONE_PAGE);
    },
  );
}

/** A limit that is all that a page may hold, or more, is no sign that the page holds all there is. */
export function leadOnAtTheLargest(enough: Enough): Check[] {
  const limits = [
    { name: "a page of the largest limit leads on where more is there", beside: -1, times: 1 },
    { name: "a page that holds less than its limit asks for leads on where more is there", beside: 0, times: BEYOND },
  ];
  return limits.map(({ name, beside, times }) => leadsOn(enough, name, beside, times));
}

/** What is there is told by pages of nearly the largest limit; of which times that limit a page is judged then. */
function leadsOn(enough: Enough, name: string, beside: number, times: number): Check {
  return defineCheck(
    { requirement: "memories.search.walk", name, late: true, operations: ["search-memories", "remember"] },
    async (check) => {
      const { most } = await enough(check);
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

/** A page is no longer for following another. */
export function neverMoreBesideACursor(enough: Enough): Check {
  return defineCheck(
    {
      requirement: "memories.search.max-limit",
      name: "a limit above the largest one beside a cursor",
      late: true,
      operations: OPERATIONS,
    },
    async (check) => {
      const { most } = await enough(check);
      const { next: cursor } = await searchPage(check, { limit: 1 });
      if (cursor === null) throw new NotApplicable(ONE_PAGE);
      const exchange = await check.call("search-memories", { parameters: { limit: most * BEYOND, cursor } });
      if (statusOf(exchange) !== 200) throw new NotApplicable("a limit above the largest one is rejected there");
      judging([exchange], () => expectAtMost(check, pageOf(exchange), most));
    },
  );
}

/** The same of the one page of the largest size that the smallest run looks at: asked for is what follows where it is short. */
export function fillsIfFollowed(enough: Enough): Check {
  return defineCheck(
    {
      requirement: "memories.search.limit-fills",
      name: "a page of the largest limit that others follow",
      late: true,
      operations: OPERATIONS,
    },
    async (check) => {
      const { most, full } = await enough(check);
      const { hits, next } = pageOf(full);
      const follow = hits.length < most && next !== null;
      const after = follow ? await searchPage(check, { limit: most, cursor: next }) : null;
      if (hits.length < most && (after === null || after.hits.length === 0)) throw new NotApplicable(ONE_PAGE);
      check.asserted();
      expectFull(pageOf(full), most);
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

async function fillUp(check: CheckContext, missing: number): Promise<void> {
  if (missing <= 0) return;
  const numbers = Array.from({ length: missing }, (_, index) => index);
  const made: Made[] = [];
  await check.forEach(numbers, async (number, one) => {
    made.push(await remember(one, `filling ${number}`, { ttl_seconds: SHORT }));
  });
  await needFound(check, made.slice(-1));
}
