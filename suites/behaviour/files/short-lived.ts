import type { Exchange } from "../../client/exchange.ts";
import type { CheckContext } from "../../engine/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { judging } from "../evidence.ts";

/** No reading of short-lived goes as far as this. */
const LONGEST_MS = 31 * 86_400_000;

/** Fails when what is granted lives on as if it were for good; false where the answer tells no time to compare with. */
function expectPassing(exchange: Exchange): boolean {
  const expiresAt = valueAt(exchange, "/data/expiresAt");
  const now = valueAt(exchange, "/meta/timestamp");
  if (typeof expiresAt !== "string" || typeof now !== "string") return false;
  expectThat(Date.parse(expiresAt) - Date.parse(now) <= LONGEST_MS, {
    message: "what is granted for a short time should expire within a month",
    expected: `a time within a month of ${now}`,
    actual: expiresAt,
    pointer: "/data/expiresAt",
    keyword: "lasting",
  });
  return true;
}

const GRANTS = 3;
/** Grants after which a target that tells the time now and then would have told it. */
const MOST_GRANTS = 12;

/** Asks for some grants, and for more while no answer tells its time: not every one need do so. */
export function expectEachLiving(check: CheckContext, grant: () => Promise<Exchange>): Promise<void> {
  return judgeGrants(check, grant, expectLiving);
}

/** The same for how long they live. */
export function expectEachPassing(check: CheckContext, grant: (turn: number) => Promise<Exchange>): Promise<void> {
  return judgeGrants(check, grant, expectPassing);
}

async function judgeGrants(
  check: CheckContext,
  grant: (turn: number) => Promise<Exchange>,
  isTold: (exchange: Exchange) => boolean,
): Promise<void> {
  const most = check.world.budget === "smoke" ? GRANTS : MOST_GRANTS;
  for (let turn = 0, told = 0; turn < (told === 0 ? most : GRANTS); turn += 1) {
    const exchange = await grant(turn);
    if (!judging([exchange], () => isTold(exchange))) continue;
    told += 1;
    check.witnessed();
  }
}

/** Fails when what is granted has expired in the moment of its answer; false where the answer tells no time to compare with. */
export function expectLiving(exchange: Exchange): boolean {
  const expiresAt = valueAt(exchange, "/data/expiresAt");
  const now = valueAt(exchange, "/meta/timestamp");
  if (typeof expiresAt !== "string" || typeof now !== "string") return false;
  expectThat(Date.parse(expiresAt) > Date.parse(now), {
    message: "what is granted must expire after the answer that grants it",
    expected: `a time after ${now}`,
    actual: expiresAt,
    pointer: "/data/expiresAt",
    keyword: "expired",
  });
  return true;
}
