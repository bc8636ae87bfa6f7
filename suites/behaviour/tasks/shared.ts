import type { CheckContext, World } from "../../engine/check.ts";
import { createSettlement, type Settlement } from "./population.ts";
import { createStories, type Story } from "./stories.ts";

/** What checks and questions of one run look at together. */
export interface Shared {
  readonly settlement: Settlement;
  readonly stories: (check: CheckContext) => Promise<readonly Story[]>;
}

const known = new WeakMap<World, Shared>();

/** The shared tasks of a run; they are made when somebody first looks at them. */
export function sharedOf(world: World): Shared {
  const shared = known.get(world) ?? { settlement: createSettlement(), stories: createStories() };
  known.set(world, shared);
  return shared;
}
