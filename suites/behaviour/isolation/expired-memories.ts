import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { mortalOf, untilOver } from "../memories/expiry.ts";
import { expectNoLeak } from "./leaks.ts";
import type { CrossWorkspaceAccess } from "./workspaces.ts";

/** An expired memory remains hidden from other workspaces. */
export async function searchExpiredMemory(check: CheckContext, { intruder }: CrossWorkspaceAccess): Promise<void> {
  const { made, overAt } = await orNotApplicable(() => mortalOf(check.context)(check));
  await untilOver(check, overAt);
  const secret = { id: made.id, word: made.word };
  const parameters = { status: "expired", text: made.word };
  const exchange = await check.call("search-memories", { parameters }, intruder.options);
  expectNoLeak(check, exchange, secret, "a memory", [made.word]);
}
