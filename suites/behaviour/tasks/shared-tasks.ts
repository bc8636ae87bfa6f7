import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { type Anchor, sendAnchor } from "../events/channel-feed.ts";
import { createTaskFixtures, type TaskFixtures } from "./population.ts";
import { createScenarios, type Scenario } from "./scenarios.ts";

/** Tasks that the checks and observers of one run share. */
export interface SharedTasks {
  readonly taskFixtures: TaskFixtures;
  readonly scenarios: (check: CheckContext) => Promise<readonly Scenario[]>;
  /**
   * Returns the anchor before the cards of the scenarios, in the channel that half of them are bound to; null if there
   * is no such channel.
   */
  readonly beforeScenarios: (check: CheckContext) => Promise<Anchor | null>;
}

/** The shared tasks of a run, which are created when first needed. */
export const sharedTasksOf = oncePerRun((): SharedTasks => {
  const taskFixtures = createTaskFixtures();
  const beforeScenarios = once(sendAnchorBeforeScenarios);
  return { taskFixtures, beforeScenarios, scenarios: createScenarios(taskFixtures, beforeScenarios) };
});

async function sendAnchorBeforeScenarios(check: CheckContext): Promise<Anchor | null> {
  const { memberChannel } = check.context.target.fixtures;
  if (memberChannel === undefined) return null;
  return tryOrNull(() => sendAnchor(check, memberChannel));
}
