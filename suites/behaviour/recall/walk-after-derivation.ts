import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { defineCheck } from "../define-check.ts";
import { isUniqueId } from "../isolation/leaks.ts";
import { remember } from "../memories/claims.ts";
import { expectFound } from "../memories/listing.ts";
import { type ProvenanceFixtures, requireRecalled } from "./provenance-fixtures.ts";
import { recall } from "./requests.ts";

/** The neighbours of a memory are not fixed at its first walk: a memory derived from it later is reached too. */
export function laterMemoryReached(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.walk.depth-reach",
      name: "a walk reaches a memory that was derived after an earlier walk",
      operations: ["recall", "remember"],
      isCostly: true,
    },
    async (check) => {
      const graph = await tryOrNull(() => provenanceFixtures.graph(check));
      const [first, second] = graph?.chain ?? [];
      if (graph === null || first === undefined || second === undefined || !isUniqueId(first.id)) {
        throw new NotApplicable("the target accepts no memory as the source of another");
      }
      const walk = { seed_id: first.id, depth: 1 };
      const before = await recall(check, walk);
      if (!before.ids.includes(second.id))
        throw new NotApplicable("a walk does not show a memory derived from its start");
      const { scope_id } = first.requested;
      const scoped = typeof scope_id === "string" ? { scope_id } : {};
      const members = { ...scoped, derived_from: [{ id: first.id }], metadata: graph.metadata };
      const later = await remember(check, "came after a walk", members);
      await requireRecalled(check, [later]);
      await check.eventually(async () => {
        const { hits, isFull } = await recall(check, walk);
        if (isFull) throw new NotApplicable("other memories fill the response to the walk");
        expectFound(
          hits,
          later.id,
          "a walk of one step should reach a memory that was derived from its start after an earlier walk",
        );
      });
      check.asserted();
    },
  );
}
