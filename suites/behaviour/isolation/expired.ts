import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { expectExpired, mortalOf, untilOver } from "../memories/expiry.ts";
import { fullPage } from "../memories/listing.ts";
import { needSoon } from "../preconditions.ts";
import { expectNoLeak } from "./leaks.ts";
import type { Reach } from "./sides.ts";

/** What is over is no more for others than it was before. */
export async function searchedWhenOver(check: CheckContext, { intruder }: Reach): Promise<void> {
  const { made, overAt } = await orNotApplicable(() => mortalOf(check.world)(check));
  await untilOver(check, overAt);
  const small = check.world.budget === "smoke";
  // The smallest run looks elsewhere for it among what has expired, and here once.
  if (!small) await orNotApplicable(() => needSoon(check, "memories.expiry.status", () => expectExpired(check, made)));
  const secret = { id: made.id, word: made.word };
  const status = { status: "expired" };
  const ways = [
    { ...status, text: made.word },
    { ...status, ...fullPage(check.world) },
  ];
  for (const parameters of small ? ways.slice(0, 1) : ways) {
    const exchange = await check.call("search-memories", { parameters }, intruder.options);
    expectNoLeak(check, exchange, secret, "a memory", [made.word]);
  }
}
