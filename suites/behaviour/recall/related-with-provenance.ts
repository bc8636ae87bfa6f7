import type { Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { pollWithFewAttempts } from "../limited-polling.ts";
import { type ProvenanceFixtures, seedOf } from "./provenance-fixtures.ts";
import { expectKept, recall, recallCachedAtFirst } from "./requests.ts";

/**
 * With provenance expanded too, related nodes show no fewer edges and hits than on their own. A node that is shown as a
 * message then need not be the end of an edge any more.
 */
export function relatedWithProvenance(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.expand.related",
      name: "related nodes with provenance show no fewer edges and hits than related nodes alone",
      operations: ["recall", "remember"],
      runsEarly: true,
    },
    async (check) => {
      const seed_id = await seedOf(check, provenanceFixtures);
      const recallAgain = recallCachedAtFirst();
      const isJudged = await pollWithFewAttempts(check, async () => {
        const walk = { seed_id, depth: 1 };
        const relatedAlone = await recall(check, { ...walk, expand: ["related"] });
        const withProvenance = await recallAgain(check, { ...walk, expand: ["provenance", "related"] });
        if (relatedAlone.isFull || withProvenance.isFull) return false;
        const messages = new Set(withProvenance.messages.map(({ id }) => id));
        const links = relatedAlone.edges.filter(
          ({ from_id, to_id }) => ![from_id, to_id].some((end) => messages.has(end)),
        );
        if (links.length === 0) return false;
        check.asserted();
        withEvidence([relatedAlone.exchange, withProvenance.exchange], () => {
          // Whether a walk shows the memory that it starts at is open, also from one call to the next.
          const neighbours = relatedAlone.ids.filter((id) => id !== seed_id);
          expectKept(withProvenance, neighbours, "related nodes should be shown with provenance expanded too");
          expectThat(withProvenance.edges.length > 0, {
            message: "a walk that shows edges with related nodes expanded should show some with provenance as well",
            expected: "an edge",
            actual: "no edge",
            pointer: "/data/edges",
            keyword: "fewer",
          });
        });
        return true;
      });
      if (!isJudged) throw new NotApplicable("related nodes alone show no edges, or the walk fills its response");
    },
  );
}
