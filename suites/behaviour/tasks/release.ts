import { type Check, type CheckContext, REJECTED } from "../../engine/check/check.ts";
import { expectAccepted, expectRejected } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { defineCheck } from "../define-check.ts";
import { ANY_REJECTION } from "./block.ts";
import { expectAbsent, list } from "./listing.ts";
import { type CreatedTask, forTasks, releaseTask } from "./requests.ts";
import type { Scenario } from "./scenarios.ts";

const OPERATIONS = ["release-task", "create-task", "list-tasks"];

type ScenarioSource = (check: CheckContext) => Promise<readonly Scenario[]>;

/** Checks of the effects of an accepted release. */
export function releaseChecks(scenarios: ScenarioSource): Check[] {
  return [acceptedInAnyStatus(scenarios), absentFromOwnTasks(scenarios), secondReleaseRejected(scenarios)];
}

/** The only condition is that the caller is the assignee: neither the status nor earlier changes matter. */
function acceptedInAnyStatus(scenarios: ScenarioSource): Check {
  return defineCheck(
    {
      requirement: "tasks.release.succeeds",
      name: "the assignee can release a task of any status",
      operations: OPERATIONS,
    },
    async (check) => {
      await check.forEach(
        await scenarios(check),
        async ({ task, steps, rejectedRelease }, one) => {
          const earlier = [task.response, ...steps.map(({ response }) => response)];
          const release = rejectedRelease ?? steps.find(({ change }) => change === "release")?.response;
          if (!release) return;
          one.asserted();
          judging([...earlier, release], () => expectAccepted(release, "the release of a task by its assignee"));
        },
        { describe: ({ task, steps }) => ({ task: task.requested, steps: steps.map(({ change }) => change) }) },
      );
    },
  );
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
      await forTasks(check, await releasedTasks(check, scenarios), async (task, one) => {
        const why = "a released task must not be listed among those of the caller";
        for (const input of [{ assigneeAgent: self, text: task.word }, { assigneeAgent: self }]) {
          await one.eventually(async () => expectAbsent(await list(one, input), task, why));
        }
        one.asserted();
      });
    },
  );
}

function secondReleaseRejected(scenarios: ScenarioSource): Check {
  return defineCheck(
    {
      requirement: "tasks.release.unassigned",
      name: "a second release by the caller is rejected",
      operations: OPERATIONS,
    },
    async (check) => {
      await forTasks(check, await releasedTasks(check, scenarios), async (task, one) => {
        const exchange = await releaseTask(one, task.id, REJECTED);
        one.asserted();
        expectRejected(exchange, "releasing a task that is no longer assigned to the caller", ANY_REJECTION);
      });
    },
  );
}
