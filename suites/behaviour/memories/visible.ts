import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { requireEventually } from "../preconditions.ts";
import { baseOf, type CreatedMemory } from "./claims.ts";
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
  const together = memories.length > 1 ? shared : null;
  await requireEventually(check, "memories.remember.found", async () => {
    const met = together === null ? [] : await idsFound(check, memories, together);
    await Promise.all(
      memories
        .filter(({ id }) => !met.includes(id))
        .map(async (made) => {
          const hits = await searchAll(check, { ...baseOf(made), text: made.word });
          expectFound(hits, made.id, "a memory that was remembered is not found by its first word");
        }),
    );
  });
  // One search found them; another replica may not have them yet.
  if (together !== null) await check.pause(check.settlingMs());
}

/**
 * Returns the ids found by what the memories have in common; empty if they have different statuses, or the search is
 * rejected.
 */
async function idsFound(
  check: CaseContext,
  memories: readonly CreatedMemory[],
  shared: SearchInput,
): Promise<readonly string[]> {
  const [base = {}, ...others] = memories.map(baseOf);
  if (others.some((other) => other.status !== base.status)) return [];
  return idsOf((await tryOrNull(() => searchAll(check, { ...base, ...shared }))) ?? []);
}
