import type { Suite } from "../../engine/check.ts";
import { blockChecks } from "./block.ts";
import { countChecks } from "./counts.ts";
import { echoChecks, randomTextChecks } from "./echo.ts";
import { factChecks } from "./facts.ts";
import { filterChecks } from "./filters.ts";
import { namedTaskChecks } from "./named-tasks.ts";
import { planChecks } from "./plan.ts";
import { createSettlement } from "./population.ts";
import { refusedCreationChecks } from "./refused.ts";
import { releaseChecks } from "./release.ts";
import { refusedReleaseChecks } from "./release-refused.ts";
import { sequenceChecks } from "./sequences.ts";
import { createStories } from "./stories.ts";
import { textChecks } from "./text-search.ts";
import { visibilityChecks } from "./visibility.ts";

/** What the contract demands of tasks beyond the form of requests and answers. */
export const tasksSuite: Suite = {
  name: "tasks",
  checks({ budget }) {
    const settlement = createSettlement();
    const stories = createStories();
    return [
      ...echoChecks(settlement),
      ...factChecks(settlement, stories),
      ...refusedCreationChecks(settlement),
      ...planChecks(),
      ...blockChecks(stories, settlement),
      ...releaseChecks(stories),
      ...refusedReleaseChecks(settlement),
      // What makes a task for every case is left to budgets that grant them.
      ...(budget === "smoke" ? [] : [...randomTextChecks(), ...sequenceChecks()]),
      ...visibilityChecks(settlement),
      ...namedTaskChecks(),
      ...textChecks(settlement),
      ...filterChecks(settlement),
      // The last, so that the tasks of all others are there to be counted.
      ...countChecks(settlement),
    ];
  },
};
