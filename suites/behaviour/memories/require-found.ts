import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { requireEventually } from "../preconditions.ts";
import { type CreatedMemory, statusFilterOf } from "./claims.ts";
import { expectFound, idsOf, type SearchInput, searchAll } from "./listing.ts";

/**
 * Waits until each of these memories is found by its word. With `shared`, a search for what they have in common comes
 * first, and only the missing ones are searched separately. Throws `Inconclusive` if one is never found.
 */
export async function requireFound(
  check: CaseContext,
  memories: readonly CreatedMemory[],
  shared: SearchInput | null = null,
): Promise<void> {
  const sharedFilter = memories.length > 1 ? shared : null;
  await requireEventually(check, "memories.remember.found", async () => {
    const foundIds = sharedFilter === null ? [] : await idsFoundTogether(check, memories, sharedFilter);
    await Promise.all(
      memories
        .filter(({ id }) => !foundIds.includes(id))
        .map(async (created) => {
          const hits = await searchAll(check, { ...statusFilterOf(created), text: created.word });
          expectFound(hits, created.id, "a memory of the run is not found by its first word");
        }),
    );
  });
  // One search found them; another replica may not have them yet.
  if (sharedFilter !== null) await check.pause(check.settlingMs());
}

/**
 * Returns the ids found by what the memories have in common; empty if they have different statuses, or the search is
 * rejected.
 */
async function idsFoundTogether(
  check: CaseContext,
  memories: readonly CreatedMemory[],
  shared: SearchInput,
): Promise<readonly string[]> {
  const [base = {}, ...others] = memories.map(statusFilterOf);
  if (others.some((other) => other.status !== base.status)) return [];
  return idsOf((await tryOrNull(() => searchAll(check, { ...base, ...shared }))) ?? []);
}
