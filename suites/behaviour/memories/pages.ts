import fc from "fast-check";
import type { Check, World } from "../../engine/check.ts";
import { Inconclusive } from "../../engine/outcome.ts";
import { verdictOn } from "../../models/memory-filters.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck, unlessSmoke } from "../define-check.ts";
import { parameterSchema, wordsOf } from "../document-facts.ts";
import { combinations } from "./combinations.ts";
import { expectNothingElse, inputOf } from "./filtering.ts";
import { pageLimitChecks } from "./page-limits.ts";
import { createWalks, pageWalkChecks } from "./page-walks.ts";
import type { Settlement } from "./population.ts";
import { walk } from "./walk.ts";

const OPERATIONS = ["search-memories"] as const;

/** Pages hold what was asked for, and a walk through them meets every memory once. */
export function pageChecks(world: World, settlement: Settlement): Check[] {
  const walks = createWalks(settlement);
  return [
    ...pageLimitChecks(world, settlement, walks),
    ...pageWalkChecks(settlement, walks),
    keepsFilters(settlement),
    ...unlessSmoke(world, [keepsText(settlement), keepsStatus(settlement)]),
  ];
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

/** The text too, where some of those that a tag finds have it: a page that forgets it shows the others. */
function keepsText(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "memories.search.cursor-filters",
      name: "later pages of a text beside a tag",
      operations: OPERATIONS,
    },
    async (check) => {
      const population = await settlement(check);
      const members = population.members.map(({ known }) => known);
      const words = [...new Set(members.map(({ content }) => content.split(" ")[1] ?? ""))].slice(0, 3);
      await check.forEach(words, async (text, one) => {
        const filter = { text, tags: [population.tag] };
        let number = 0;
        for await (const { hits } of walk(one, { ...inputOf(population, filter), limit: 1 })) {
          number += 1;
          if (number > ENOUGH) return;
          if (number === 1) needFirst(() => expectNothingElse(hits, filter, members));
          else expectNothingElse(hits, filter, members);
          if (number > 1) one.witnessed();
        }
      });
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

/** The status too, of which each has its memories, few or many: pages of one each. */
function keepsStatus(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "memories.search.cursor-filters", name: "later pages of each status", operations: OPERATIONS },
    async (check) => {
      await settlement(check);
      const schema = parameterSchema(check.world.document, "search-memories", "status");
      await check.forEach(wordsOf(schema, "the status filter"), async (status, one) => {
        let number = 0;
        for await (const { hits } of walk(one, { status, limit: 1 })) {
          number += 1;
          if (number > ENOUGH) return;
          one.witnessed();
          for (const { memory, pointer } of number === 1 ? [] : hits) {
            if (typeof memory.status !== "string") continue;
            expectThat(memory.status === status, {
              message: `every page of a search by the status ${status} must hold memories of that status alone`,
              expected: status,
              actual: memory.status,
              pointer: `${pointer}/status`,
              keyword: "unwanted",
            });
          }
        }
      });
    },
  );
}
