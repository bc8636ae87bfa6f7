import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { requireAccepted } from "../../verifiers/expect.ts";
import { type CreatedMemory, remember, requestUniqueMemory, withListedStatus } from "./claims.ts";

/** The contract leaves open which tags are valid. Once unusual ones were rejected, the run sends none. */
const tagState = oncePerRun(() => ({ areRejected: false }));

/** Creates a claim with unusual tags, or without them if they are rejected. */
export async function rememberWithUnusualTags(
  check: CheckContext,
  key: string,
  unusual: readonly string[],
  members: (unusual: readonly string[]) => JsonObject,
): Promise<CreatedMemory> {
  const tags = tagState(check.context);
  if (!tags.areRejected) {
    const claimed = await requestUniqueMemory(check, key, members(unusual));
    if (statusOf(claimed.response) !== 400) {
      requireAccepted(claimed.response, "memories.remember.succeeds");
      return withListedStatus(check, claimed);
    }
    tags.areRejected = true;
  }
  return remember(check, key, members([]));
}
