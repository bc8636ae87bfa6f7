import type { CaseContext } from "../../engine/check/check.ts";
import { needSoon } from "../soon.ts";
import { baseOf, type Made } from "./claims.ts";
import { expectFound, searchAll } from "./listing.ts";

/** Waits until memories of ours are found, each by its own word; Inconclusive when one never is. */
export async function needFound(check: CaseContext, memories: readonly Made[]): Promise<void> {
  await needSoon(check, "memories.remember.found", async () => {
    await Promise.all(
      memories.map(async (made) => {
        const hits = await searchAll(check, { ...baseOf(made), text: made.word });
        expectFound(hits, made.id, "a memory that was remembered is not found by its first word");
      }),
    );
  });
}
