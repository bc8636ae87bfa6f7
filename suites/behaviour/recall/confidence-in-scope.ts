import type { JsonObject } from "../../../spec/json.ts";
import type { Check } from "../../engine/check/check.ts";
import { defineCheck } from "../define-check.ts";
import { narrowed } from "./narrowed.ts";
import type { Member, ProvenanceFixtures } from "./provenance-fixtures.ts";

/** A scope may have a path of its own, and a bound of its own there: what has the least confidence exactly stays in it too. */
export function confidenceInScope(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.filters.min-confidence",
      name: "a minimum equal to the confidence of a memory keeps it in its scope",
      operations: ["recall"],
      fixtures: ["scope"],
    },
    async (check) => {
      const group = await provenanceFixtures.group(check);
      const cases = new Map(
        group.members.map(({ scope, confidence }) => [
          `${scope} ${confidence}`,
          { scope_id: scope, least: confidence },
        ]),
      );
      await check.forEach([...cases.values()], async ({ scope_id, least }, one) => {
        // What is shown may have risen or fallen since: where it says otherwise than what was sent, the memory tells nothing.
        const isKept = ({ scope, confidence: sent }: Member, { confidence: shown }: JsonObject) => {
          if (scope !== scope_id) return false;
          const is = typeof shown === "number" ? shown >= least : sent >= least;
          return is === sent >= least ? is : null;
        };
        await narrowed(one, group, { scope_id, filters: { min_confidence: least } }, isKept, {
          message: `with a minimum confidence of ${least} and a scope named, hits of it that have it must stay`,
        });
      });
    },
  );
}
