import type { Json, JsonObject } from "../../../spec/json.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { contentOf, remember } from "../memories/claims.ts";
import { expectFound } from "../memories/listing.ts";
import { requireEventually } from "../preconditions.ts";
import { withNeededMinimums } from "./minimum-filters.ts";
import { largestLimit, recallOwn, recollectionOf } from "./requests.ts";

const KEY = "asked for before it was there";

/** A repeated recall must not return the outdated response from before the memory existed. */
export function foundByEarlierRequest(): Check {
  return defineCheck(
    {
      requirement: "recall.finds",
      name: "a memory is found by the same request that was sent before its creation",
      operations: ["recall", "remember"],
    },
    async (check) => {
      const query = contentOf(check, KEY);
      const currentBody = (): JsonObject =>
        withNeededMinimums(check.context, { ...largestLimit(check.context), query });
      const body = currentBody();
      requireAccepted(await check.call("recall", { body }), "recall.succeeds");
      const { id } = await remember(check, KEY);
      // Another query finds it by now, so the repeated one has no reason to miss it.
      await orNotApplicable(() =>
        requireEventually(check, "recall.finds", () =>
          recallOwn(check, { query, expand: ["provenance"] }, id, "the memory is not recalled by another request"),
        ),
      );
      if (JSON.stringify(currentBody()) !== JSON.stringify(body))
        throw new NotApplicable("the minimum filters of recalls have changed");
      await check.eventually(async () => {
        const exchange = await check.call("recall", { body });
        requireAccepted(exchange, "recall.succeeds");
        check.asserted();
        const why = "a memory must be recalled by a request that was also sent before its creation";
        expectFound(recollectionOf(exchange).hits, id, why);
      });
    },
  );
}

/**
 * Sends a recall before a memory exists, for use by checks that create one anyway. Returns a function that repeats it
 * once the memory is found by another recall.
 */
export async function recallBeforeCreation(check: CaseContext, query: Json): Promise<(id: string) => Promise<void>> {
  const currentBody = (): JsonObject =>
    withNeededMinimums(check.context, { ...largestLimit(check.context), query, expand: ["provenance"] });
  const body = currentBody();
  requireAccepted(await check.call("recall", { body }), "recall.succeeds");
  return async (id) => {
    if (JSON.stringify(currentBody()) !== JSON.stringify(body)) return;
    await check.eventually(async () => {
      const exchange = await check.call("recall", { body });
      requireAccepted(exchange, "recall.succeeds");
      const why = "a memory must be recalled by a request that was also sent before its creation";
      expectFound(recollectionOf(exchange).hits, id, why);
    });
  };
}
