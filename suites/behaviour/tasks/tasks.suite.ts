import type { Suite } from "../../engine/check/check.ts";
import { asAdditional, withExistingFixtures } from "../define-check.ts";
import { specialCharactersCheck } from "../special-characters.ts";
import { blockChecks } from "./block.ts";
import { rejectedBlockChecks } from "./block-rejected.ts";
import { changesByAnotherAgent } from "./changes-by-another-agent.ts";
import { listedOnceForComments } from "./commented-twice.ts";
import { acceptedCreationChecks, costlyCreationChecks } from "./creation-accepted.ts";
import { creationObservers } from "./creation-observers.ts";
import { rejectedCreationChecks } from "./creation-rejected.ts";
import { exhaustedPlanChecks } from "./exhausted-plan.ts";
import { exhaustedPlanAllowsChecks } from "./exhausted-plan-allows.ts";
import { foundByIdentifier } from "./found-by-identifier.ts";
import { irrelevantTextChecks } from "./irrelevant-text.ts";
import { lifecycleObservers } from "./lifecycle-observers.ts";
import { listObservers } from "./list-observers.ts";
import { repeatAndPageSizeChecks } from "./list-repeats-and-page-size.ts";
import { relatedTaskChecks } from "./related-tasks.ts";
import { releaseChecks } from "./release.ts";
import { rejectedReleaseChecks } from "./release-rejected.ts";
import { responseDataChecks } from "./response-data.ts";
import { sharedTasksOf } from "./shared-tasks.ts";
import { planCounts } from "./small-plan.ts";
import { subTasksListed } from "./sub-tasks-listed.ts";
import { surrogatePairTitleListed } from "./surrogate-pair-title.ts";
import { targetFileTaskChecks } from "./target-file-tasks.ts";
import { forAnotherChecks } from "./tasks-for-another-agent.ts";
import { listedWithTwoAssignees } from "./two-assignees.ts";
import { unknownReferencesRejected } from "./unknown-references.ts";
import { unknownTaskStimuli } from "./unknown-tasks.ts";
import { visibilityChecks } from "./visibility.ts";

/** Requirements on tasks beyond the form of requests and responses. */
export const tasksSuite: Suite = {
  checks(context) {
    const { taskFixtures, scenarios } = sharedTasksOf(context);
    return [
      ...responseDataChecks(),
      ...acceptedCreationChecks(taskFixtures),
      unknownReferencesRejected(taskFixtures),
      ...rejectedCreationChecks(taskFixtures),
      ...exhaustedPlanChecks(),
      planCounts(),
      ...withExistingFixtures(context, exhaustedPlanAllowsChecks()),
      ...blockChecks(scenarios),
      ...rejectedBlockChecks(context, taskFixtures),
      ...releaseChecks(scenarios),
      ...rejectedReleaseChecks(context, taskFixtures),
      ...unknownTaskStimuli(),
      ...forAnotherChecks(context, taskFixtures),
      // Checks that create a task for each case use the remaining allowance.
      ...asAdditional([
        ...costlyCreationChecks(context, taskFixtures),
        ...relatedTaskChecks(),
        ...withExistingFixtures(context, [listedWithTwoAssignees()]),
        subTasksListed(),
        surrogatePairTitleListed(context),
        listedOnceForComments(scenarios),
      ]),
      ...visibilityChecks(context, taskFixtures, scenarios),
      ...changesByAnotherAgent(context),
      ...targetFileTaskChecks(context),
      ...irrelevantTextChecks(taskFixtures),
      {
        ...specialCharactersCheck({ operation: "list-tasks", requirement: "tasks.list.succeeds" }, (text) => ({
          parameters: { text },
        })),
        runsEarly: true,
      },
      // Last, so that the tasks of all other checks count too.
      ...repeatAndPageSizeChecks(taskFixtures),
      foundByIdentifier(taskFixtures),
    ];
  },
  observers: (context) => [...creationObservers(), ...lifecycleObservers(context), ...listObservers(context)],
};
