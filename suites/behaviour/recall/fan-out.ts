import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { defineCheck } from "../define-check.ts";
import { isTelling } from "../isolation/leaks.ts";
import { type CreatedMemory, remember } from "../memories/claims.ts";
import { expectFound } from "../memories/listing.ts";
import { type ProvenanceFixtures, requireRecalled } from "./provenance-fixtures.ts";
import { recall } from "./recalling.ts";

/** More neighbours of one node than careless code follows. */
const NEIGHBOURS = 8;

/**
 * One step reaches all sources of a memory, however many there are. The contract leaves open whether memories can be
 * sources.
 */
export function fanOut(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.walk.depth-reach",
      name: "a walk reaches all of many neighbours",
      operations: ["recall", "remember"],
      costly: true,
    },
    async (check) => {
      const graph = await tryOrNull(() => provenanceFixtures.graph(check));
      if (graph === null) throw new NotApplicable("the target accepts no memory as the source of another");
      const { members } = await provenanceFixtures.group(check);
      // No memory of the graph: one derived from several of them would be a shortcut between them.
      const own = members.map(({ made }) => made);
      const sources = own.filter(({ id }) => isTelling(id)).slice(0, NEIGHBOURS);
      if (sources.length < NEIGHBOURS) throw new NotApplicable("too few memories of the run have ids of their own");
      const made = await tryOrNull(() =>
        remember(check, "of many sources", { derived_from: sources.map(({ id }) => ({ id })) }),
      );
      if (made === null) throw new NotApplicable("the target accepts no claim with many sources");
      await requireRecalled(check, [made]);
      await check.eventually(async () => {
        const { hits, full } = await recall(check, { seed_id: made.id, depth: 1 });
        if (full) throw new NotApplicable("what else a walk meets fills its response");
        const isShown = ({ id }: CreatedMemory) => hits.some((hit) => hit.id === id);
        for (const source of sources) {
          // The contract leaves open whether a walk leaves a scope. If it shows one memory of another scope, it must
          // show the others there too.
          const alike = sources.filter(({ asked }) => asked.scope_id === source.asked.scope_id);
          if (source.asked.scope_id !== made.asked.scope_id && !alike.some(isShown)) continue;
          expectFound(hits, source.id, "a walk of one step should reach every memory that is one step away");
        }
      });
      check.asserted();
    },
  );
}
