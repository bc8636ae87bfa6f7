import type { Check, CheckContext } from "../../engine/check/check.ts";
import { defineCheck } from "../define-check.ts";
import { expectAbsent, list } from "./listing.ts";
import { type CreatedTask, forTasks } from "./requests.ts";
import type { Scenario } from "./scenarios.ts";

const OPERATIONS = ["release-task", "create-task", "list-tasks"];

type ScenarioSource = (check: CheckContext) => Promise<readonly Scenario[]>;

/** Checks of the effects of an accepted release. */
export function releaseChecks(scenarios: ScenarioSource): Check[] {
  return [absentFromOwnTasks(scenarios)];
}

async function releasedTasks(check: CheckContext, scenarios: ScenarioSource): Promise<CreatedTask[]> {
  const all = await scenarios(check);
  return all.filter(({ steps }) => steps.some(({ change }) => change === "release")).map(({ task }) => task);
}

function absentFromOwnTasks(scenarios: ScenarioSource): Check {
  return defineCheck(
    {
      requirement: "tasks.release.persists",
      name: "a released task is not listed among the caller's tasks",
      operations: OPERATIONS,
    },
    async (check) => {
      const self = await check.reference("agent");
      await forTasks(check, await releasedTasks(check, scenarios), async (task, testCase) => {
        const why = "a released task must not be listed among those of the caller";
        for (const input of [{ assigneeAgent: self, text: task.word }, { assigneeAgent: self }]) {
          await testCase.eventually(async () => expectAbsent(await list(testCase, input), task, why));
        }
        testCase.asserted();
      });
    },
  );
}
