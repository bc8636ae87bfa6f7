import type { CheckContext } from "../../engine/check.ts";
import { onceARun } from "../../engine/once-a-run.ts";
import { createSettlement, type Settlement } from "./population.ts";
import { createStories, type Story } from "./stories.ts";

/** What checks and questions of one run look at together. */
export interface Shared {
  readonly settlement: Settlement;
  readonly stories: (check: CheckContext) => Promise<readonly Story[]>;
}

/** The shared tasks of a run; they are made when somebody first looks at them. */
export const sharedOf = onceARun((): Shared => {
  const settlement = createSettlement();
  return { settlement, stories: createStories(settlement) };
});
