import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { type Anchor, dropAnchor } from "../events/channel-feed.ts";
import { createTaskFixtures, type TaskFixtures } from "./population.ts";
import { createScenarios, type Scenario } from "./scenarios.ts";

/** What checks and questions of one run look at together. */
export interface Shared {
  readonly taskFixtures: TaskFixtures;
  readonly scenarios: (check: CheckContext) => Promise<readonly Scenario[]>;
  /** Where the cards of the stories begin in the channel to which half of them are bound; null where there is none. */
  readonly beforeScenarios: (check: CheckContext) => Promise<Anchor | null>;
}

/** The shared tasks of a run; they are created when someone first looks at them. */
export const sharedOf = onceARun((): Shared => {
  const taskFixtures = createTaskFixtures();
  const beforeScenarios = once(dropBefore);
  return { taskFixtures, beforeScenarios, scenarios: createScenarios(taskFixtures, beforeScenarios) };
});

async function dropBefore(check: CheckContext): Promise<Anchor | null> {
  const { memberChannel } = check.context.target.fixtures;
  if (memberChannel === undefined) return null;
  return tryOrNull(() => dropAnchor(check, memberChannel));
}
