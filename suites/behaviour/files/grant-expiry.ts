import type { Exchange } from "../../client/exchange.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { expectNotExpired, timeOf } from "../../verifiers/url-expiry.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";

/** Longer than any interpretation of short-lived. */
const MAX_LIFETIME_MS = 31 * 86_400_000;

/** Fails if a grant has a practically unlimited lifetime. Returns false if it has no time to compare with. */
function expectLimitedLifetime(exchange: Exchange, before: readonly Exchange[]): boolean {
  const expiresAt = valueAt(exchange, "/data/expiresAt");
  const now = timeOf(exchange, before);
  if (typeof expiresAt !== "string" || Number.isNaN(now)) return false;
  expectThat(Date.parse(expiresAt) - now <= MAX_LIFETIME_MS, {
    message: "a short-lived URL should expire within a month",
    expected: `a time within a month of ${new Date(now).toISOString()}`,
    actual: expiresAt,
    pointer: "/data/expiresAt",
    keyword: "lasting",
  });
  return true;
}

/** Fails unless each of these grants, requested by other checks, expires after it was granted. */
export function expectAllUnexpired(check: CheckContext, grants: readonly Exchange[]): Promise<void> {
  return judgeAll(check, grants, expectNotExpired);
}

/** Fails if one of these grants has a practically unlimited lifetime. */
export function expectAllLimitedLifetime(check: CheckContext, grants: readonly Exchange[]): Promise<void> {
  return judgeAll(check, grants, expectLimitedLifetime);
}

async function judgeAll(check: CheckContext, grants: readonly Exchange[], expectTime: ExpectTime): Promise<void> {
  const judge = await createJudge(check, expectTime);
  for (const exchange of grants) judge(exchange);
}

/** Fails if the time of a grant is wrong. Returns false if it has none. */
type ExpectTime = (exchange: Exchange, before: readonly Exchange[]) => boolean;

async function createJudge(check: CheckContext, expectTime: ExpectTime): Promise<(exchange: Exchange) => boolean> {
  const { found } = await check.searchBaseline("send-message");
  const before = found === null ? [] : [found.exchange];
  return (exchange) => {
    const hasTime = withEvidence([exchange, ...before], () => expectTime(exchange, before));
    if (hasTime) check.asserted();
    return hasTime;
  };
}
