import fc from "fast-check";
import type { CaseContext, Check, CheckContext } from "../../engine/check.ts";
import { Inconclusive } from "../../engine/outcome.ts";
import { verdictOn } from "../../models/memory-filters.ts";
import { expectAccepted, expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { answered } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { numberAt, parameterSchema } from "../document-facts.ts";
import { judging } from "../evidence.ts";
import { once } from "../once.ts";
import { wordOf } from "../words.ts";
import { baseOf, type Made, remember } from "./claims.ts";
import { combinations } from "./combinations.ts";
import { expectNothingElse, inputOf } from "./filtering.ts";
import { largestPage, type Page, pageOf, searchPage } from "./listing.ts";
import type { Settlement } from "./population.ts";
import { needFound } from "./visible.ts";
import { expectMet, expectWalked, walk } from "./walk.ts";

const OPERATIONS = ["search-memories"] as const;

/** Pages hold what was asked for, and a walk through them meets every memory once. */
export function pageChecks(settlement: Settlement): Check[] {
  const walks = createWalks(settlement);
  return [
    limits(walks),
    fills(walks),
    usualLimit(settlement),
    largest(),
    meetsEach(walks, settlement),
    ends(walks, settlement),
    whileWriting(),
    equalInstants(),
    keepsFilters(settlement),
  ];
}

const LIMITS = [1, 2, 3, 5, 8, 20, 23, 24];
/** Limits for runs that may not send much: one that divides the number of members, one that does not, and all of them. */
const FEW_LIMITS = [3, 7, 24];

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
      const limit = numberAt(parameterSchema(check.world.document, "search-memories", "limit"), "default");
      if (limit === undefined) throw new Inconclusive("the document states no default limit");
      if (members.length <= limit) throw new Inconclusive(`the run made no more than ${limit} memories that match`);
      await check.eventually(async () => {
        const named = await searchPage(check, { ...base, text: word, limit });
        const unnamed = await searchPage(check, { ...base, text: word });
        check.witnessed();
        expectThat(unnamed.hits.length === named.hits.length && unnamed.hits.length <= limit, {
          message: `without a limit a page must hold as many memories as with a limit of ${limit}`,
          expected: String(Math.min(limit, named.hits.length)),
          actual: String(unnamed.hits.length),
          pointer: "/data/hits",
          keyword: "default",
        });
      });
    },
  );
}

/** A lifetime for memories that are only there to fill a page, in seconds: as long as the shortest of the named buckets, which no server has a ground to refuse. */
const SHORT = 7 * 86_400;

function largest(): Check {
  return defineCheck(
    {
      requirement: "memories.search.max-limit",
      name: "limits above the largest one",
      operations: ["search-memories", "remember"],
    },
    async (check) => {
      const most = largestPage(check.world);
      if (most === undefined) throw new Inconclusive("the document states no largest limit");
      const full = await check.call("search-memories", { parameters: { limit: most } });
      expectAccepted(full, `a limit of ${most}`);
      expectAtMost(check, pageOf(full), most);
      // More than a page must exist, or none could be too long.
      if (check.world.budget !== "smoke") await fillUp(check, most + 1 - pageOf(full).hits.length);
      await check.forEach([most + 1, most + 50, most * 10], async (limit, one) => {
        const exchange = await one.call("search-memories", { parameters: { limit } });
        if (answered(exchange).status === 200) expectAtMost(one, pageOf(exchange), most);
        else one.observe("search-memories.limit-above", statusAndCode(exchange), `a limit of ${limit}`);
      });
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

/** A walk through all members, as far as it went. */
interface Walked {
  readonly limit: number;
  readonly pages: readonly Page[];
}

type Walks = (check: CheckContext) => Promise<readonly Walked[]>;

/** Walks with each limit at the first call, for all checks that judge them. */
function createWalks(settlement: Settlement): Walks {
  return once(async (check: CheckContext) => {
    const { base, word, members } = await settlement(check);
    const sizes = check.world.budget === "smoke" ? FEW_LIMITS : LIMITS;
    return Promise.all(
      sizes.map(async (limit) => {
        const pages: Page[] = [];
        for await (const page of walk(check, { ...base, text: word, limit })) {
          pages.push(page);
          if (pages.length > 3 * members.length) break;
        }
        return { limit, pages };
      }),
    );
  });
}

function meetsEach(walks: Walks, settlement: Settlement): Check {
  return defineCheck(
    { requirement: "memories.search.walk", name: "walks with many page sizes", operations: OPERATIONS },
    async (check) => {
      const ids = (await settlement(check)).members.map(({ known }) => known.id);
      for (const { limit, pages } of await walks(check)) {
        judging(
          pages.map(({ exchange }) => exchange),
          () =>
            expectMet(
              check,
              pages.flatMap((page) => page.ids),
              ids,
              limit,
            ),
        );
      }
    },
  );
}

function ends(walks: Walks, settlement: Settlement): Check {
  return defineCheck(
    { requirement: "memories.search.walk-ends", name: "walks with many page sizes", operations: OPERATIONS },
    async (check) => {
      const { members, word } = await settlement(check);
      for (const { pages } of await walks(check)) {
        needOwn(pages, word);
        const cursors = pages.flatMap(({ next }) => (next === null ? [] : [next]));
        const last = pages.at(-1);
        check.witnessed();
        judging(last ? [last.exchange] : [], () =>
          expectThat(last?.next === null && new Set(cursors).size === cursors.length, {
            message: "a walk through pages must come to an end, and give no cursor twice",
            expected: `an end after ${members.length} memories`,
            actual: `${pages.length} pages, with ${new Set(cursors).size} different cursors`,
            pointer: "/data/nextCursor",
            keyword: "endless",
          }),
        );
      }
    },
  );
}

/** A walk that has lost its filter may well be endless, and is that requirement's failure. */
function needOwn(pages: readonly Page[], word: string): void {
  const hits = pages.flatMap((page) => page.hits);
  if (hits.every(({ memory }) => typeof memory.content !== "string" || memory.content.includes(word))) return;
  throw new Inconclusive("the walk shows memories that its filter keeps out", "memories.search.cursor-filters");
}

const STANDING = 9;

/** Memories that were there before the walk are met once each, whoever writes what in between. */
function whileWriting(): Check {
  return defineCheck(
    {
      requirement: "memories.search.walk",
      name: "walks while others are made",
      operations: ["remember", "search-memories"],
    },
    async (check) => {
      const word = wordOf(check.world, "walked while writing");
      const make = (key: string) =>
        remember(check, key, { content: `${word} ${wordOf(check.world, key)} stands here` });
      const standing = await Promise.all(Array.from({ length: STANDING }, (_, index) => make(`standing ${index}`)));
      await needFound(check, standing);
      const ids = standing.map(({ id }) => id);
      const base = standing[0] ? baseOf(standing[0]) : {};
      for (const limit of check.world.budget === "smoke" ? [2] : [1, 2, 4]) {
        let written = 0;
        await expectWalked(check, { ...base, text: word, limit }, ids, async () => {
          written += 1;
          if (written <= 3) await make(`between pages ${limit} ${written}`);
        });
      }
    },
  );
}

function equalInstants(): Check {
  return defineCheck(
    {
      requirement: "memories.search.walk",
      name: "walks through memories of one instant",
      operations: OPERATIONS,
      fixtures: ["memories.equalInstants"],
      writes: false,
    },
    async (check) => {
      const { tag = "", ids = [] } = check.world.target.fixtures.memories?.equalInstants ?? {};
      await check.forEach(check.world.budget === "smoke" ? [2] : [1, 2, 3, ids.length], (limit, one) =>
        expectWalked(one, { tags: [tag], limit }, ids),
      );
    },
  );
}

function keepsFilters(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "memories.search.cursor-filters", name: "later pages of many filters", operations: OPERATIONS },
    async (check) => {
      const population = await settlement(check);
      const members = population.members.map(({ known }) => known);
      await check.property(
        fc
          .record({ filter: combinations(population, 1), limit: fc.integer({ min: 1, max: 3 }) })
          // Only where a second page is to come is there anything to see.
          .filter(({ filter, limit }) => members.filter((one) => verdictOn(one, filter) === "in").length > limit),
        async ({ filter, limit }, one) => {
          let number = 0;
          for await (const { hits } of walk(one, { ...inputOf(population, filter), limit })) {
            number += 1;
            if (number > ENOUGH) return;
            // What the first page shows beside the filter is not the cursor's doing.
            if (number === 1) needFirst(() => expectNothingElse(hits, filter, members));
            else {
              one.witnessed();
              expectNothingElse(hits, filter, members);
            }
          }
        },
        { cases: 15 },
      );
    },
  );
}

/** Pages of one walk that are looked at: what a cursor forgets, it forgets at once or soon. */
const ENOUGH = 5;

function needFirst(judge: () => void): void {
  try {
    judge();
  } catch {
    throw new Inconclusive("the first page does not obey the filters either", "memories.search.combined");
  }
}
