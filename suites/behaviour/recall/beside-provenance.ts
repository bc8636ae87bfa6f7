import type { Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { defineCheck } from "../define-check.ts";
import { pollWithFewAttempts } from "../limited-polling.ts";
import { type ProvenanceFixtures, seedOf } from "./provenance-fixtures.ts";
import { expectStay, recall, recallKnownAtFirst } from "./recalling.ts";

/**
 * With provenance expanded too, related nodes show no fewer edges and hits than on their own. A node that is shown as a
 * message then need not be the end of an edge any more.
 */
export function relatedBesideProvenance(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.expand.related",
      name: "related nodes with provenance show no fewer edges and hits than alone",
      operations: ["recall", "remember"],
      early: true,
    },
    async (check) => {
      const seed_id = await seedOf(check, provenanceFixtures);
      const ask = recallKnownAtFirst();
      const told = await pollWithFewAttempts(check, async () => {
        const walk = { seed_id, depth: 1 };
        const alone = await recall(check, { ...walk, expand: ["related"] });
        const both = await ask(check, { ...walk, expand: ["provenance", "related"] });
        if (alone.full || both.full) return false;
        const messages = new Set(both.messages.map(({ id }) => id));
        const links = alone.edges.filter(({ from_id, to_id }) => ![from_id, to_id].some((end) => messages.has(end)));
        if (links.length === 0) return false;
        check.asserted();
        judging([alone.exchange, both.exchange], () => {
          // Whether a walk shows the memory that it starts at is open, also from one call to the next.
          const neighbours = alone.ids.filter((id) => id !== seed_id);
          expectStay(both, neighbours, "what related nodes bring to a walk should be there beside provenance too");
          expectThat(both.edges.length > 0, {
            message: "where related nodes alone show edges, related nodes with provenance should show some too",
            expected: "an edge",
            actual: "none",
            pointer: "/data/edges",
            keyword: "fewer",
          });
        });
        return true;
      });
      if (!told) throw new NotApplicable("related nodes alone show no edges, or the walk fills its response");
    },
  );
}
