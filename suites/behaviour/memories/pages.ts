import fc from "fast-check";
import type { CaseContext, Check, CheckContext } from "../../engine/check.ts";
import { Inconclusive } from "../../engine/outcome.ts";
import { expectAccepted, expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { answered } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { numberAt, parameterSchema } from "../document-facts.ts";
import { wordOf } from "../words.ts";
import { baseOf, type Made, remember } from "./claims.ts";
import { combinations } from "./combinations.ts";
import { expectNothingElse, inputOf } from "./filtering.ts";
import { largestPage, type Page, pageOf, searchPage } from "./listing.ts";
import type { Settlement } from "./population.ts";
import { needFound } from "./visible.ts";
import { expectWalked, walk } from "./walk.ts";

const OPERATIONS = ["search-memories"] as const;

/** Pages hold what was asked for, and a walk through them meets every memory once. */
export function pageChecks(settlement: Settlement): Check[] {
  return [
    limits(settlement),
    fills(settlement),
    usualLimit(settlement),
    largest(),
    walks(settlement),
    ends(settlement),
    whileWriting(),
    equalInstants(),
    keepsFilters(settlement),
  ];
}

const LIMITS = [1, 2, 3, 5, 8, 20, 23, 24];

function limits(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "memories.search.limit",
      name: "page after page, with small limits and large ones",
      operations: OPERATIONS,
    },
    async (check) => {
      const { base, word } = await settlement(check);
      await check.forEach(LIMITS, async (limit, one) => {
        for await (const { hits } of walk(one, { ...base, text: word, limit })) {
          one.witnessed();
          expectThat(hits.length <= limit, {
            message: "a page must hold no more memories than the limit asks for",
            expected: `at most ${limit}`,
            actual: String(hits.length),
            pointer: "/data/hits",
            keyword: "limit",
          });
        }
      });
    },
  );
}

function fills(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "memories.search.limit-fills", name: "pages that others follow", operations: OPERATIONS },
    async (check) => {
      const { base, word } = await settlement(check);
      await check.forEach([1, 2, 5, 7], async (limit, one) => {
        let before: Page | null = null;
        for await (const page of walk(one, { ...base, text: word, limit })) {
          if (before !== null && page.hits.length > 0) expectFull(one, before, limit);
          before = page;
        }
      });
    },
  );
}

function expectFull(check: CaseContext, { hits }: Page, limit: number): void {
  check.witnessed();
  expectThat(hits.length === limit, {
    message: "a page that another follows should hold as many memories as the limit asks for",
    expected: String(limit),
    actual: String(hits.length),
    pointer: "/data/hits",
    keyword: "short",
  });
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

function walks(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "memories.search.walk", name: "walks with many page sizes", operations: OPERATIONS },
    async (check) => {
      const population = await settlement(check);
      const ids = population.members.map(({ known }) => known.id);
      await check.forEach(LIMITS, async (limit, one) => {
        await expectWalked(one, { ...inputOf(population, { text: population.word }), limit }, ids);
      });
    },
  );
}

function ends(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "memories.search.walk-ends", name: "walks with many page sizes", operations: OPERATIONS },
    async (check) => {
      const population = await settlement(check);
      await check.forEach(LIMITS, async (limit, one) => {
        const cursors = new Set<string>();
        const input = { ...inputOf(population, { text: population.word }), limit };
        for await (const { next } of walk(one, input)) {
          one.witnessed();
          expectThat(next === null || !cursors.has(next), {
            message: "a walk through pages must come to an end",
            expected: "a cursor that was not given before, or none",
            actual: "the same cursor again",
            pointer: "/data/nextCursor",
            keyword: "circle",
          });
          if (next !== null) cursors.add(next);
          expectThat(cursors.size <= 3 * population.members.length, {
            message: "a walk through pages must come to an end",
            expected: `an end after ${population.members.length} memories`,
            actual: `${cursors.size} pages, and a cursor still`,
            pointer: "/data/nextCursor",
            keyword: "endless",
          });
        }
      });
    },
  );
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
      for (const limit of [1, 2, 4]) {
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
      await check.forEach([1, 2, 3, ids.length], (limit, one) => expectWalked(one, { tags: [tag], limit }, ids));
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
        fc.record({ filter: combinations(population, 1), limit: fc.integer({ min: 1, max: 3 }) }),
        async ({ filter, limit }, one) => {
          let number = 0;
          for await (const { hits } of walk(one, { ...inputOf(population, filter), limit })) {
            number += 1;
            // What the first page shows beside the filter is not the cursor's doing.
            if (number === 1) needFirst(() => expectNothingElse(hits, filter, members));
            else {
              one.witnessed();
              expectNothingElse(hits, filter, members);
            }
          }
        },
        { cases: 25 },
      );
    },
  );
}

function needFirst(judge: () => void): void {
  try {
    judge();
  } catch {
    throw new Inconclusive("the first page does not obey the filters either", "memories.search.combined");
  }
}
