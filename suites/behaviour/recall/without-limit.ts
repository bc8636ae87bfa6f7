import type { JsonObject } from "../../../spec/json.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { HIDDEN } from "../../models/memory-statuses.ts";
import { hasFixture } from "../../target/fixtures.ts";
import { expectAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { type Hidden, named } from "./ended.ts";
import type { ProvenanceFixtures } from "./provenance-fixtures.ts";
import { endDepths } from "./recalling.ts";
import { INCLUDING_ALL } from "./similar.ts";

/**
 * All that can be asked for, without a limit, as most clients ask: a service may go another way there. How much is shown
 * then is open; what must not be shown is judged in the end, of these responses as of all others.
 */
export function withoutLimit(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.succeeds",
      name: "a recall with everything but a limit succeeds",
      operations: ["recall", "remember"],
    },
    async (check) => {
      const ways = [...(await queriesOf(check, provenanceFixtures)), ...(await walksOf(check, provenanceFixtures))];
      const [first] = (await provenanceFixtures.group(check)).members;
      const beside: JsonObject[] = [
        {},
        { scope_id: first?.scope ?? "" },
        { metadata_filter: { colour: first?.colour ?? "" } },
        { expand: ["provenance"] },
        { expand: ["related"] },
        { filters: { min_confidence: 0.6 } },
        { filters: INCLUDING_ALL },
        ...Object.values(HIDDEN).map((filter) => ({ filters: { ...INCLUDING_ALL, [filter]: false } })),
      ];
      const bodies = ways.flatMap((way) => beside.map((more) => ({ ...way, ...more })));
      await check.forEach(bodies, async (body, one) => {
        const exchange = await one.call("recall", { body });
        one.asserted();
        expectAccepted(exchange, "a recall without a limit");
      });
    },
  );
}

/** What members of the run answer, and what those of the target file say that have ended. */
async function queriesOf(check: CheckContext, provenanceFixtures: ProvenanceFixtures): Promise<JsonObject[]> {
  const { phrase } = await provenanceFixtures.group(check);
  const queries: JsonObject[] = [{ query: phrase }];
  for (const status of Object.keys(HIDDEN) as Hidden[]) {
    if (!hasFixture(check.world.target.fixtures, `memories.${status}`)) continue;
    const specimen = await tryOrNull(() => named(check, status));
    if (specimen !== null) queries.push({ query: specimen.query });
  }
  return queries;
}

/** The nearest and the farthest walk along memories that come from one another, where there are such. */
async function walksOf(check: CheckContext, provenanceFixtures: ProvenanceFixtures): Promise<JsonObject[]> {
  const start = (await tryOrNull(() => provenanceFixtures.graph(check)))?.chain[0];
  return start === undefined ? [] : endDepths(check).map((depth) => ({ seed_id: start.id, depth }));
}
