import type { Check } from "../../engine/check/check.ts";
import { defineCheck } from "../define-check.ts";
import { remember } from "../memories/claims.ts";
import { expectFound } from "../memories/listing.ts";
import { FLOORS, withFloors } from "./floors.ts";
import { unlessUnsettled } from "./provenance-fixtures.ts";
import { recall } from "./recalling.ts";

/** Who asks for any confidence gets the least there is as well. It is asked for beside no other recall: none needs such floors. */
export function leastSure(): Check {
  return defineCheck(
    {
      requirement: "recall.filters.min-confidence",
      name: "a minimum confidence of 0 keeps a memory with a confidence of 0",
      operations: ["recall", "remember"],
    },
    async (check) => {
      const made = await remember(check, "of no confidence", { confidence: 0 });
      const query = made.asked.content ?? null;
      const [floors = {}, lowest = {}] = FLOORS;
      await unlessUnsettled([made], () =>
        check.eventually(async () => {
          const first = await recall(check, withFloors({ query }, floors));
          const { hits } = first.ids.includes(made.id) ? first : await recall(check, withFloors({ query }, lowest));
          check.asserted();
          expectFound(hits, made.id, "a memory must be recalled by its own content where any confidence is asked for");
        }),
      );
    },
  );
}
