import type { Check } from "../../engine/check/check.ts";
import { defineCheck } from "../define-check.ts";
import { type ListInput, list } from "./listing.ts";
import { pageSizeChecks } from "./page-size.ts";
import type { TaskFixtures } from "./population.ts";

const OPERATIONS = ["list-tasks"];

/** Checks of the number of tasks in a listing, and that each is listed once. */
export function repeatAndPageSizeChecks(taskFixtures: TaskFixtures): Check[] {
  return [noRepeats(taskFixtures), ...pageSizeChecks()];
}

/** Sends listings for the monitor of repeats (`monitors/repeats.ts`), which judges each. */
function noRepeats(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    { requirement: "tasks.list.no-repeats", name: "no listing shows a task twice", operations: OPERATIONS },
    async (check) => {
      const { word, self } = await taskFixtures.population(check);
      const inputs: ListInput[] = [{}, { text: word }, { assigneeAgent: self }, { limit: 7 }];
      const channel = check.context.target.fixtures.memberChannel;
      if (channel) inputs.push({ channel }, { channel, assigneeAgent: self }, { channel, text: word });
      await check.forEach(
        inputs,
        async (input, testCase) => {
          const { ids } = await list(testCase, input);
          if (ids.length > 0) testCase.asserted();
        },
        { first: 1 },
      );
    },
  );
}
