import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { expiringMemoryOf, waitUntilExpired } from "../memories/expiry.ts";
import { expectNoLeak } from "./leaks.ts";
import type { CrossWorkspaceAccess } from "./workspaces.ts";

/** An expired memory remains hidden from other workspaces. */
export async function searchExpiredMemory(check: CheckContext, { intruder }: CrossWorkspaceAccess): Promise<void> {
  const { created, expiresAt } = await orNotApplicable(() => expiringMemoryOf(check.context)(check));
  await waitUntilExpired(check, expiresAt);
  const secret = { id: created.id, word: created.word };
  const parameters = { status: "expired", text: created.word };
  const exchange = await check.call("search-memories", { parameters }, intruder.options);
  expectNoLeak(check, exchange, secret, "a memory", [created.word]);
}
