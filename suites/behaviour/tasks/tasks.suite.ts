import type { Suite } from "../../engine/check/check.ts";
import { asFurther, withExistingFixtures } from "../define-check.ts";
import { specialCharactersCheck } from "../special-characters.ts";
import { acceptedCreationChecks, costlyCreationChecks } from "./accepted.ts";
import { answerChecks } from "./answers.ts";
import { listedBesideAgent } from "./beside-user.ts";
import { beyondPlanChecks } from "./beyond-plan.ts";
import { blockChecks } from "./block.ts";
import { rejectedBlockChecks } from "./block-rejected.ts";
import { movesByAnother } from "./by-another.ts";
import { listedOnceForComments } from "./commented-twice.ts";
import { countChecks } from "./counts.ts";
import { creationObservers } from "./creation-observers.ts";
import { doubtfulCreationChecks } from "./doubtful-creations.ts";
import { everythingListed } from "./echo.ts";
import { exhaustedPlanChecks } from "./exhausted-plan.ts";
import { factChecks } from "./facts.ts";
import { forAnotherChecks } from "./for-another.ts";
import { foundByIdentifier } from "./found-by-identifier.ts";
import { lifeObservers } from "./life-observers.ts";
import { listObservers } from "./list-observers.ts";
import { namedTaskChecks } from "./named-tasks.ts";
import { neighbourChecks } from "./neighbours.ts";
import { rejectedCreationChecks } from "./rejected.ts";
import { releaseChecks } from "./release.ts";
import { rejectedReleaseChecks } from "./release-rejected.ts";
import { sequenceChecks } from "./sequences.ts";
import { sharedOf } from "./shared.ts";
import { planCounts } from "./small-plan.ts";
import { subTasksListed } from "./sub-tasks-listed.ts";
import { textLeftOutChecks } from "./text-left-out.ts";
import { visibilityChecks } from "./visibility.ts";

/** Requirements on tasks beyond the form of requests and responses. */
export const tasksSuite: Suite = {
  name: "tasks",
  checks(context) {
    const { taskFixtures, scenarios } = sharedOf(context);
    return [
      ...answerChecks(),
      ...acceptedCreationChecks(taskFixtures),
      everythingListed(taskFixtures),
      ...doubtfulCreationChecks(taskFixtures),
      ...factChecks(taskFixtures, scenarios),
      ...rejectedCreationChecks(taskFixtures),
      ...exhaustedPlanChecks(),
      planCounts(),
      ...withExistingFixtures(context, beyondPlanChecks()),
      ...blockChecks(scenarios, taskFixtures),
      ...rejectedBlockChecks(context, taskFixtures),
      ...releaseChecks(scenarios),
      ...rejectedReleaseChecks(context, taskFixtures),
      ...forAnotherChecks(context, taskFixtures),
      // Checks that create a task for each case use the remaining allowance.
      ...asFurther([
        ...costlyCreationChecks(context, taskFixtures),
        ...sequenceChecks(),
        ...neighbourChecks(),
        ...withExistingFixtures(context, listedBesideAgent()),
        subTasksListed(),
        listedOnceForComments(scenarios),
      ]),
      ...visibilityChecks(context, taskFixtures, scenarios),
      ...movesByAnother(context),
      ...namedTaskChecks(context),
      ...textLeftOutChecks(taskFixtures),
      {
        ...specialCharactersCheck({ operation: "list-tasks", requirement: "tasks.list.succeeds" }, (text) => ({
          parameters: { text },
        })),
        early: true,
      },
      // Last, so that the tasks of all other checks count too.
      ...countChecks(taskFixtures),
      foundByIdentifier(taskFixtures),
    ];
  },
  observers: (context) => [...creationObservers(), ...lifeObservers(context), ...listObservers(context)],
};
