import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { defineCheck } from "../define-check.ts";
import { HIDDEN_CLAIM_FIXTURES, type HiddenScopeClaim, rememberInHiddenScope } from "../hidden-scope-claims.ts";
import { requireEventually } from "../preconditions.ts";
import { waitUntilExpired } from "./expiry.ts";
import { lifetimeOf } from "./lifetimes.ts";
import { expectFound, expectNotFound, largestLimit, searchAll, searchPage } from "./listing.ts";

/** Lifetimes in seconds to try. The contract leaves the minimum open. */
const LIFETIMES = [1, 2, 5, 10];

/** A claim in a hidden scope whose lifetime ends within the run. */
interface ExpiringClaim {
  readonly claim: HiddenScopeClaim;
  readonly expiresAt: number;
}

/** A claim that the caller may not read must remain hidden after it expires. */
export function hiddenAfterExpiry(): Check {
  return defineCheck(
    {
      requirement: "memories.permissions.unreadable-hidden",
      name: "expired memories of another agent in an unreadable scope are not found",
      operations: ["search-memories", "remember"],
      fixtures: HIDDEN_CLAIM_FIXTURES,
      waitsForTime: true,
    },
    async (check) => {
      const { claim, expiresAt } = await createExpiringClaim(check);
      await waitUntilExpired(check, expiresAt);
      const status = { status: "expired" };
      await orNotApplicable(() =>
        requireEventually(check, "memories.expiry.status", async () => {
          const hits = await searchAll(check, { ...status, text: claim.word }, claim.options);
          expectFound(hits, claim.id, "the memory is not found with the status expired");
        }),
      );
      for (const input of [
        { ...status, text: claim.word },
        { ...status, ...largestLimit(check.context) },
      ]) {
        const { hits } = await searchPage(check, input);
        check.asserted();
        expectNotFound(hits, claim.id, "a memory of a scope that the caller may not read must not be found");
      }
    },
  );
}

async function createExpiringClaim(check: CheckContext): Promise<ExpiringClaim> {
  for (const seconds of LIFETIMES) {
    const key = `over in hiding after ${seconds}`;
    const claim = await tryOrNull(() => rememberInHiddenScope(check, key, { ttl_seconds: seconds }));
    if (claim === null) continue;
    const lifetime = lifetimeOf(claim.memory, seconds);
    if (lifetime > Math.max(...LIFETIMES)) break;
    return { claim, expiresAt: performance.now() + lifetime * 1000 };
  }
  throw new NotApplicable("another agent can create no hidden memory that expires within the run");
}
