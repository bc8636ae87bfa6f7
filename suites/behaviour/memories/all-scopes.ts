import type { Check } from "../../engine/check/check.ts";
import { defineCheck } from "../define-check.ts";
import { createPatience, expectExactly } from "./filtering.ts";
import { acrossScopes, type MemoryFixtures } from "./population.ts";

/** Without a scope a search looks into all that the caller may read. */
export function allScopes(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.search.all-scopes",
      name: "memories of two scopes are found together",
      operations: ["search-memories"],
      fixtures: ["scope", "secondScope"],
    },
    async (check) => {
      const population = acrossScopes(await memoryFixtures(check));
      await createPatience()(check, () => expectExactly(check, population, { text: population.word }));
    },
  );
}
