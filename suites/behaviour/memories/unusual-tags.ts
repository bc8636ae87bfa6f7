import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { needAccepted } from "../../verifiers/expect.ts";
import { type Made, onceListed, remember, tryToRemember } from "./claims.ts";

/** What a tag may hold is open: once odd ones were rejected, none are sent. */
const learnt = onceARun(() => ({ refused: false }));

/** Remembers a claim with odd tags; where these are rejected, without them. */
export async function rememberWithOddTags(
  check: CheckContext,
  key: string,
  odd: readonly string[],
  members: (odd: readonly string[]) => JsonObject,
): Promise<Made> {
  const state = learnt(check.world);
  if (!state.refused) {
    const claimed = await tryToRemember(check, key, members(odd));
    if (statusOf(claimed.answer) !== 400) {
      needAccepted(claimed.answer, "memories.remember.succeeds");
      return onceListed(check, claimed);
    }
    state.refused = true;
  }
  return remember(check, key, members([]));
}
