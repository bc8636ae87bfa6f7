import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { requireSoon } from "../preconditions.ts";
import { baseOf, type CreatedMemory } from "./claims.ts";
import { expectFound, idsOf, type SearchInput, searchAll } from "./listing.ts";

/**
 * Waits until memories of ours are found, each by its own word; Inconclusive when one never is. Where something that all of
 * them share is given, that is looked for first, and only what is not found so by its own word.
 */
export async function requireFound(
  check: CaseContext,
  memories: readonly CreatedMemory[],
  shared: SearchInput | null = null,
): Promise<void> {
  const together = memories.length > 1 ? shared : null;
  await requireSoon(check, "memories.remember.found", async () => {
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
  // They were found in one search: another replica may not have them yet.
  if (together !== null) await check.pause(check.settlingMs());
}

/** What is found by what memories share; nothing where they are not all listed alike, or such a search is rejected. */
async function idsFound(
  check: CaseContext,
  memories: readonly CreatedMemory[],
  shared: SearchInput,
): Promise<readonly string[]> {
  const [base = {}, ...others] = memories.map(baseOf);
  if (others.some((other) => other.status !== base.status)) return [];
  return idsOf((await tryOrNull(() => searchAll(check, { ...base, ...shared }))) ?? []);
}
