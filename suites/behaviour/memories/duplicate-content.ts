import { statusOf } from "../../client/exchange.ts";
import type { CallOptions, Check, CheckContext } from "../../engine/check/check.ts";
import { usualStatus } from "../../models/memory-statuses.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { defineCheck } from "../define-check.ts";
import { HIDDEN_CLAIM_FIXTURES, rememberInHiddenScope } from "../hidden-scope-claims.ts";
import { type RequestedMemory, remember, requestUniqueMemory, withListedStatus } from "./claims.ts";
import { expectFound, pageWithHits, searchPage } from "./listing.ts";

const RULE = { requirement: "memories.remember.found", operations: ["remember", "search-memories"] };

/** Content that others have written where the caller has no access must be remembered when the caller writes it. */
export function duplicateContentChecks(): Check[] {
  return [foundDespiteHiddenDuplicate(), foundByEarlierSearch()];
}

/** A repeated search must not return the outdated response from before the memory existed. */
function foundByEarlierSearch(): Check {
  return defineCheck(
    { ...RULE, name: "a memory is found by the same request that searched before its creation" },
    async (check) => {
      const key = "sought before it was said";
      const filters = { text: wordOf(check.context, key) };
      await searchPage(check, filters);
      const { id, listed } = await remember(check, key);
      if (listed !== null && listed !== usualStatus(check.context))
        throw new NotApplicable("new memories are not current on this target");
      await check.eventually(async () => {
        const { hits } = await pageWithHits(check, filters);
        check.asserted();
        expectFound(hits, id, "a memory must be found by a search that was also sent before its creation");
      });
    },
  );
}

function foundDespiteHiddenDuplicate(): Check {
  return defineCheck(
    {
      ...RULE,
      name: "a claim is found in the caller's scope although a hidden scope has the same claim",
      fixtures: HIDDEN_CLAIM_FIXTURES,
    },
    async (check) => {
      const key = "said in a hidden scope before";
      await rememberInHiddenScope(check, key, {});
      await expectFoundByCreator(check, await requestUniqueMemory(check, key, {}), {});
    },
  );
}

/**
 * Fails unless the creator finds an accepted claim. The contract leaves open whether it may be rejected because the
 * content exists elsewhere.
 */
async function expectFoundByCreator(
  check: CheckContext,
  claimed: RequestedMemory,
  options: CallOptions,
): Promise<void> {
  if (statusOf(claimed.response) !== 200)
    throw new NotApplicable("the target rejects content that others have written");
  const { id, word, listed } = await withListedStatus(check, claimed, options);
  const filters = { text: word, ...(listed === null ? {} : { status: listed }) };
  await check.eventually(async () => {
    const { hits } = await pageWithHits(check, filters, options);
    check.asserted();
    expectFound(hits, id, "a memory must be found although another scope has the same content");
  });
}
