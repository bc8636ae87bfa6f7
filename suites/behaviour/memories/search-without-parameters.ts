import type { Exchange } from "../../client/exchange.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { expectAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";

const cachedResponse = oncePerRun(() =>
  once((check: CheckContext) => check.call("search-memories", { parameters: {} })),
);

/** Returns the response to a search without any parameter, sent once for all checks. */
export function searchWithoutParameters(check: CheckContext): Promise<Exchange> {
  return cachedResponse(check.context)(check);
}

/** Every parameter is optional. */
export function searchWithoutParametersAccepted(): Check {
  return defineCheck(
    {
      requirement: "memories.search.succeeds",
      name: "a search without any parameter succeeds",
      operations: ["search-memories"],
      writes: false,
      reusesResponses: true,
    },
    async (check) => {
      const response = await searchWithoutParameters(check);
      check.asserted();
      expectAccepted(response, "a search without any parameter");
    },
  );
}
