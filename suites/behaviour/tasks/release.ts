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
  return [acceptedAnywhere(scenarios), notAmongOurs(scenarios), againRejected(scenarios)];
}

/** The only condition is that the caller is the assignee: neither the status nor earlier changes matter. */
function acceptedAnywhere(scenarios: ScenarioSource): Check {
  return defineCheck(
    {
      requirement: "tasks.release.succeeds",
      name: "its assignee can release a task of any status",
      operations: OPERATIONS,
    },
    async (check) => {
      await check.forEach(
        await scenarios(check),
        async ({ task, steps, rejectedRelease }, one) => {
          const earlier = [task.response, ...steps.map(({ response }) => response)];
          const tried = rejectedRelease ?? steps.find(({ done }) => done === "release")?.response;
          if (!tried) return;
          one.asserted();
          judging([...earlier, tried], () => expectAccepted(tried, "the release of a task by its assignee"));
        },
        { describe: ({ task, steps }) => ({ task: task.asked, steps: steps.map(({ done }) => done) }) },
      );
    },
  );
}

async function releasedTasks(check: CheckContext, scenarios: ScenarioSource): Promise<CreatedTask[]> {
  const all = await scenarios(check);
  return all.filter(({ steps }) => steps.some(({ done }) => done === "release")).map(({ task }) => task);
}

function notAmongOurs(scenarios: ScenarioSource): Check {
  return defineCheck(
    {
      requirement: "tasks.release.persists",
      name: "a released task leaves the listing of the caller's own",
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

function againRejected(scenarios: ScenarioSource): Check {
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
