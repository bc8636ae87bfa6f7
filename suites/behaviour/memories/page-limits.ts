import { type Exchange, statusOf } from "../../client/exchange.ts";
import { ifPossible } from "../../engine/attempt.ts";
import type { CaseContext, Check, CheckContext, World } from "../../engine/check.ts";
import { Inconclusive, StoodAside } from "../../engine/outcome.ts";
import { expectAccepted, expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { answered } from "../../verifiers/read.ts";
import { defineCheck, unlessSmoke } from "../define-check.ts";
import { numberAt, parameterSchema } from "../document-facts.ts";
import { judging } from "../evidence.ts";
import { once } from "../once.ts";
import { type Made, remember } from "./claims.ts";
import { largestPage, type Page, pageOf, type SearchInput, searchPage } from "./listing.ts";
import type { Walks } from "./page-walks.ts";
import type { Settlement } from "./population.ts";
import { needFound } from "./visible.ts";
import { walk } from "./walk.ts";
import { SINCE, UNTIL, wideFilters } from "./wide-filters.ts";

const OPERATIONS = ["search-memories"] as const;

/** How much a page holds: with a limit, without one, and at the most. */
export function pageLimitChecks(world: World, settlement: Settlement, walks: Walks): Check[] {
  const enough = once(moreThanAPage);
  return [
    limits(walks),
    ...unlessSmoke(world, [
      limitsBeside(settlement),
      usualLimitBeside(settlement),
      fillsTheLargest(enough),
      leadsOnWhereClamped(enough),
    ]),
    fills(walks),
    // In the smallest run this comes first, and stands for the other.
    ...(world.budget === "smoke" ? [usualLimitTogether(settlement), fillsIfFollowed(enough)] : []),
    usualLimit(settlement),
    largest(enough),
  ];
}

function limits(walks: Walks): Check {
  return defineCheck(
    {
      requirement: "memories.search.limit",
      name: "page after page, with small limits and large ones",
      operations: OPERATIONS,
    },
    async (check) => {
      for (const { limit, pages } of await walks(check)) {
        for (const { hits, exchange } of pages) {
          check.witnessed();
          judging([exchange], () =>
            expectThat(hits.length <= limit, {
              message: "a page must hold no more memories than the limit asks for",
              expected: `at most ${limit}`,
              actual: String(hits.length),
              pointer: "/data/hits",
              keyword: "limit",
            }),
          );
        }
      }
    },
  );
}

function fills(walks: Walks): Check {
  return defineCheck(
    { requirement: "memories.search.limit-fills", name: "pages that others follow", operations: OPERATIONS },
    async (check) => {
      for (const { limit, pages } of await walks(check)) {
        for (const [index, { hits, exchange }] of pages.entries()) {
          if ((pages[index + 1]?.hits.length ?? 0) === 0) continue;
          check.witnessed();
          judging([exchange], () =>
            expectThat(hits.length === limit, {
              message: "a page that another follows should hold as many memories as the limit asks for",
              expected: String(limit),
              actual: String(hits.length),
              pointer: "/data/hits",
              keyword: "short",
            }),
          );
        }
      }
    },
  );
}

/** Without a limit a page is as long as with the default as the limit: exactly that many where none is left out. */
function usualLimit(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "memories.search.default-limit",
      name: "a page without a limit, of more that match",
      operations: OPERATIONS,
    },
    async (check) => {
      const { base, word, members } = await settlement(check);
      const limit = needDefault(check.world);
      if (members.length <= limit) throw new Inconclusive(`the run made no more than ${limit} memories that match`);
      await expectUsual(check, { ...base, text: word }, limit);
    },
  );
}

/** The default holds beside everything that can be asked for: the smallest run asks for all of it together. */
function usualLimitTogether(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "memories.search.default-limit",
      name: "a page without a limit, beside many filters",
      operations: OPERATIONS,
    },
    async (check) => {
      const { base, tag, members } = await settlement(check);
      const limit = needDefault(check.world);
      const [scope] = members.map(({ known }) => known.scope);
      const input = {
        ...base,
        tags: [tag],
        ...SINCE,
        ...UNTIL,
        ...(scope === undefined || scope === "undefined" ? {} : { scope }),
      };
      await expectUsual(check, input, limit);
    },
  );
}

function needDefault(world: World): number {
  const limit = numberAt(parameterSchema(world.document, "search-memories", "limit"), "default");
  if (limit === undefined) throw new Inconclusive("the document states no default limit");
  return limit;
}

async function expectUsual(check: CheckContext, input: SearchInput, limit: number): Promise<void> {
  await check.eventually(async () => {
    const named = await searchPage(check, { ...input, limit });
    const unnamed = await searchPage(check, input);
    if (unnamed.hits.length !== named.hits.length) await needFull(check, input, limit);
    check.witnessed();
    expectThat(unnamed.hits.length === named.hits.length && unnamed.hits.length <= limit, {
      message: `without a limit a page must hold as many memories as with a limit of ${limit}`,
      expected: String(Math.min(limit, named.hits.length)),
      actual: String(unnamed.hits.length),
      pointer: "/data/hits",
      keyword: "default",
    });
  });
}

/** Pages that are looked at for one that is short. */
const LOOKS = 4;

/** Where pages may hold less than their limit asks for, as another requirement says, no page is known by its length. */
async function needFull(check: CaseContext, input: SearchInput, limit: number): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const followed = await firstIfFollowed(check, { ...input, limit });
    if (followed !== null && followed.page.hits.length < limit)
      throw new StoodAside("a page may hold less than its limit asks for");
  }
}

/** A lifetime for memories that are only there to fill a page, in seconds: as long as the shortest of the named buckets, which no server has a ground to refuse. */
const SHORT = 7 * 86_400;

function largest(enough: Enough): Check {
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
          one.observe("search-memories.limit-above", `refused with ${statusAndCode(exchange)}`, `a limit of ${limit}`);
      });
    },
  );
}

/** The largest page, as it was before there was more than it holds: none could be too long otherwise. */
interface Largest {
  readonly most: number;
  readonly full: Exchange;
}

type Enough = (check: CheckContext) => Promise<Largest>;

async function moreThanAPage(check: CheckContext): Promise<Largest> {
  const most = largestPage(check.world);
  if (most === undefined) throw new Inconclusive("the document states no largest limit");
  const full = await check.call("search-memories", { parameters: { limit: most } });
  if (check.world.budget !== "smoke" && statusOf(full) === 200)
    await fillUp(check, most + 1 - pageOf(full).hits.length);
  return { most, full };
}

/** What holds for small limits holds for the largest ones. */
function fillsTheLargest(enough: Enough): Check {
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
        one.witnessed();
        judging([page.exchange], () =>
          expectThat(page.hits.length === limit, {
            message: "a page that another follows should hold as many memories as the limit asks for",
            expected: String(limit),
            actual: String(page.hits.length),
            pointer: "/data/hits",
            keyword: "short",
          }),
        );
      });
      if (followed === 0) throw new StoodAside(ONE_PAGE);
    },
  );
}

/** A limit that is more than a page may hold is no sign that the page holds all there is. */
function leadsOnWhereClamped(enough: Enough): Check {
  return defineCheck(
    {
      requirement: "memories.search.walk",
      name: "a page that holds less than its limit asks for leads on where more is there",
      late: true,
      operations: ["search-memories", "remember"],
    },
    async (check) => {
      const { most } = await enough(check);
      await check.eventually(async () => {
        const followed = await firstIfFollowed(check, { limit: most });
        if (followed === null) throw new StoodAside(ONE_PAGE);
        const exchange = await check.call("search-memories", { parameters: { limit: most * BEYOND } });
        if (statusOf(exchange) !== 200) throw new StoodAside("a limit above the largest one is refused");
        const { ids, next: onwards } = pageOf(exchange);
        const left = [...followed.page.ids, ...followed.next.ids].find((id) => !ids.includes(id));
        check.witnessed();
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

/** Why nothing can be told of pages of the largest limit that others follow. */
const ONE_PAGE = "a search without filters finds no more than one of the largest pages";

/** Times the largest limit: far above it. */
const BEYOND = 10;

/** The same of the one page of the largest size that the smallest run looks at: asked for is what follows where it is short. */
function fillsIfFollowed(enough: Enough): Check {
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
      if (hits.length < most && (after === null || after.hits.length === 0)) throw new StoodAside(ONE_PAGE);
      check.witnessed();
      judging([full], () =>
        expectThat(hits.length >= most, {
          message: "a page that another follows should hold as many memories as the limit asks for",
          expected: String(most),
          actual: String(hits.length),
          pointer: "/data/hits",
          keyword: "short",
        }),
      );
    },
  );
}

function expectAtMost(check: CaseContext, { hits }: Page, most: number): void {
  check.witnessed();
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

/** The limit holds beside every filter, on the first page and the next. */
function limitsBeside(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "memories.search.limit", name: "beside every filter", operations: OPERATIONS },
    async (check) => {
      const filters = wideFilters(check.world, await settlement(check));
      const inputs = filters.flatMap((filter) => [1, 2].map((limit) => ({ ...filter, limit })));
      await check.forEach(inputs, async (input, one) => {
        const pages = await firstTwo(one, input);
        for (const page of pages) expectNoMore(one, page, input.limit, `than its limit of ${input.limit}`);
      });
    },
  );
}

/** The default holds beside every filter, and on the pages after the first. */
function usualLimitBeside(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "memories.search.default-limit",
      name: "pages without a limit, beside every filter and after the first",
      wide: true,
      operations: OPERATIONS,
    },
    async (check) => {
      const limit = needDefault(check.world);
      await check.forEach(wideFilters(check.world, await settlement(check)), async (input, one) => {
        await one.eventually(async () => {
          const unnamed = await firstTwo(one, input);
          const named = await firstTwo(one, { ...input, limit });
          const [short] = await firstTwo(one, { ...input, limit: 1 });
          // After a page of one all the others are left for a page without a limit, where a walk may change it.
          const { next } = short ?? {};
          const later = next ? await ifPossible(() => searchPage(one, { ...input, cursor: next })) : null;
          for (const page of later === null ? unnamed : [...unnamed, later])
            expectNoMore(one, page, limit, `than the default of ${limit}`);
          // Others may write in between; a page that is full with the limit is full without it.
          const [first, same] = [unnamed[0], named[0]];
          if (first === undefined || same === undefined || same.hits.length < limit) return;
          if (first.hits.length !== limit) await needFull(one, input, limit);
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

function expectNoMore(check: CaseContext, { hits, exchange }: Page, limit: number, than: string): void {
  check.witnessed();
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

/** The first page of a search, where another with hits follows it; null where none does. */
async function firstIfFollowed(check: CaseContext, input: SearchInput): Promise<{ page: Page; next: Page } | null> {
  const [page, next] = await firstTwo(check, input);
  return page === undefined || next === undefined || next.hits.length === 0 ? null : { page, next };
}

async function firstTwo(check: CaseContext, input: SearchInput): Promise<Page[]> {
  const pages: Page[] = [];
  for await (const page of walk(check, input)) {
    pages.push(page);
    if (pages.length === 2) break;
  }
  return pages;
}
