import { retryWhileQuiet } from "../../engine/cases/quiescence.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { writtenTimes } from "./bounds.ts";
import { idsOf, type SearchInput, searchAll } from "./listing.ts";
import type { MemoryFixtures } from "./population.ts";
import { walk } from "./walk.ts";

/** The members that a bound includes, and the pages of one memory each that are requested. */
const MEMBERS = 3;
const MAX_PAGES = MEMBERS + 3;

/**
 * A bound at the exact time of a memory. Whether that memory matches depends on how finely times are stored, so pages of
 * one memory each are compared with a search that returns all at once.
 */
export function exactBoundsOnPages(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.search.cursor-filters",
      name: "later pages have the bound of the first, at the exact time of a memory",
      operations: ["search-memories", "remember"],
    },
    async (check) => {
      const population = await memoryFixtures(check);
      const times = writtenTimes(population)
        .toSorted((one, other) => (one.known.createdAt ?? 0) - (other.known.createdAt ?? 0))
        .map(({ written }) => written);
      const [early, late] = [times[MEMBERS - 1], times.at(-MEMBERS)];
      const bounds = [...(early ? [{ createdTo: early }] : []), ...(late ? [{ createdFrom: late }] : [])];
      await check.forEach(bounds, async (bound, one) => {
        const filters = { ...population.base, tags: [population.tag], ...bound };
        // What is recalled meanwhile may move to another page.
        await retryWhileQuiet(one.context, () => expectSamePages(one, filters));
      });
    },
  );
}

async function expectSamePages(check: CaseContext, filters: SearchInput): Promise<void> {
  const all = new Set(idsOf(await searchAll(check, filters)));
  const met = new Set<string>();
  let pages = 0;
  for await (const { hits } of walk(check, { ...filters, limit: 1 })) {
    pages += 1;
    check.asserted();
    for (const { id, pointer } of hits) {
      if (id === null) return;
      met.add(id);
      expectThat(all.has(id), {
        message: "a page of a walk must show no memory that the same search without pages excludes",
        expected: `one of ${all.size} memories`,
        actual: `${id}, which is not among them`,
        pointer,
        keyword: "bound",
      });
    }
    if (pages === MAX_PAGES) return;
  }
  const [missing] = [...all].filter((id) => !met.has(id));
  expectThat(missing === undefined, {
    message: "a walk must meet every memory that the same search without pages shows",
    expected: `the memory ${missing}`,
    actual: `${met.size} of ${all.size} memories, and no more to come`,
    pointer: "/data/hits",
    keyword: "bound",
  });
}
