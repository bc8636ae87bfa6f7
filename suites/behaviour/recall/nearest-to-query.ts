import type { JsonObject } from "../../../spec/json.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { expectNearest } from "../../verifiers/expect-nearest.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { type CreatedMemory, contentOf, remember } from "../memories/claims.ts";
import { requireRecalled } from "./provenance-fixtures.ts";
import { recall } from "./requests.ts";

/** Sentences of the query, and of each part of it, about 60 characters each; fewer if the longer content is rejected. */
const LONG = { sentences: 12, ofPart: 3 };
const SHORT = { sentences: 4, ofPart: 1 };

/** A service may hold back memories of little confidence from recalls. */
const CONFIDENT: JsonObject = { confidence: 0.9 };

/** If a service cuts the query at either end, a memory with that part of it becomes nearer than the one with all of it. */
export function completeTextIsNearest(): Check {
  return defineCheck(
    {
      requirement: "recall.nearest",
      name: "a memory with only the first or last words of a query is no nearer than one with all of them",
      operations: ["recall", "remember"],
    },
    async (check) => {
      const longClaims = await tryOrNull(() => createWholeAndParts(check, LONG));
      const { query, complete } = longClaims ?? (await orNotApplicable(() => createWholeAndParts(check, SHORT)));
      await orNotApplicable(() => requireRecalled(check, [complete]));
      await check.settled();
      const { exchange } = await recall(check, { query });
      check.asserted(withEvidence([complete.response, exchange], () => expectNearest(exchange, query)));
    },
  );
}

/** Remembers a claim, and its first word, beginning and end as claims of their own. */
async function createWholeAndParts(
  check: CheckContext,
  { sentences, ofPart }: typeof LONG,
): Promise<{ readonly query: string; readonly complete: CreatedMemory }> {
  const all = Array.from({ length: sentences }, (_, index) => contentOf(check, `nearest ${index} of ${sentences}`));
  const query = all.join(" ");
  const complete = await remember(check, "nearest", { content: query, ...CONFIDENT });
  const parts = [query.slice(0, query.indexOf(" ")), all.slice(0, ofPart).join(" "), all.slice(-ofPart).join(" ")];
  for (const [index, content] of parts.entries()) {
    await remember(check, `part ${index} of the nearest`, { content, ...CONFIDENT });
  }
  return { query, complete };
}
