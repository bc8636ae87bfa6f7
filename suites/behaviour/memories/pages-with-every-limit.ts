import type { Check } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { defineStimulus } from "../define-check.ts";
import { firstTwoPages } from "./first-pages.ts";
import type { MemoryFixtures } from "./population.ts";
import { wideFilters } from "./wide-filters.ts";

/** Pages of many memories with each filter, with several limits and with none. */
export function pagesWithEveryLimit(memoryFixtures: MemoryFixtures): Check {
  return defineStimulus(
    {
      requirement: "memories.search.default-limit",
      name: "pages with every filter and several limits; judged by the rules",
      operations: ["search-memories"],
    },
    async (check) => {
      const defaultLimit = numberAt(parameterSchema(check.context.document, "search-memories", "limit"), "default");
      // A page without a limit comes after a short one, in case a target keeps the limit of the previous request.
      const limits = [...(defaultLimit === undefined ? [] : [{ limit: defaultLimit }]), { limit: 1 }, {}, { limit: 2 }];
      await check.forEach(wideFilters(check.context, await memoryFixtures(check)), async (filter, testCase) => {
        for (const limit of limits) await firstTwoPages(testCase, { ...filter, ...limit });
      });
    },
  );
}
