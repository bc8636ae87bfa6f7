import { Inconclusive } from "../../client/inconclusive.ts";
import { type Check, type CheckContext, REJECTED } from "../../engine/check/check.ts";
import { expectAccepted, expectRejected, expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { defineCheck } from "../define-check.ts";
import { ANY_REJECTION, forSteps } from "./block.ts";
import { expectAbsent, expectNotAssigned, inListing, list } from "./listing.ts";
import { type CreatedTask, forTasks, releaseTask } from "./requests.ts";
import type { Scenario } from "./scenarios.ts";

const OPERATIONS = ["release-task", "create-task", "list-tasks"];

type ScenarioSource = (check: CheckContext) => Promise<readonly Scenario[]>;

/** Checks of the effects of an accepted release. */
export function releaseChecks(scenarios: ScenarioSource): Check[] {
  return [
    acceptedAnywhere(scenarios),
    listsUnassigned(scenarios),
    notAmongOurs(scenarios),
    stillFound(scenarios),
    againRejected(scenarios),
  ];
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

function listsUnassigned(scenarios: ScenarioSource): Check {
  return defineCheck(
    {
      requirement: "tasks.release.persists",
      name: "the listing comes to show the task without the caller",
      operations: OPERATIONS,
    },
    (check) =>
      forSteps(check, scenarios, "release", ({ seen, unseen }, { self }) => {
        if (!seen) throw unseen ?? new Inconclusive("the released task is not listed", "tasks.create.listed");
        const why = "a released task must not be assigned to the caller when it is listed";
        expectNotAssigned(seen.exchange, seen.pointer, self, why);
      }),
  );
}

/** A released task must still be found. */
function stillFound(scenarios: ScenarioSource): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-title",
      name: "a released task is found by a word of its title",
      operations: OPERATIONS,
      shared: true,
    },
    async (check) => {
      await forTasks(
        check,
        (await releasedTasks(check, scenarios)).slice(0, MAX_TASKS),
        async ({ seenByWord, ...task }, one) => {
          // It was found while the check waited for the release.
          if (seenByWord) return one.asserted();
          await one.eventually(async () => {
            const listing = await list(one, { text: task.word });
            one.asserted();
            expectThat(listing.full || inListing(listing, task.id) !== undefined, {
              message: "the text search must find a task that was released by a word of its title",
              expected: `the task ${task.id} for ${task.word}`,
              actual: `${listing.ids.length} tasks without it`,
              pointer: "/data",
              keyword: "missing",
            });
          });
        },
      );
    },
  );
}

/** The maximum number of released tasks to search for, since each needs a request. */
const MAX_TASKS = 4;

type ReleasedTask = CreatedTask & {
  /** True if a word of its title has found it since the release. */
  readonly seenByWord: boolean;
};

async function releasedTasks(check: CheckContext, scenarios: ScenarioSource): Promise<ReleasedTask[]> {
  return (await scenarios(check)).flatMap(({ task, steps }) => {
    const since = steps.slice(steps.findIndex(({ done }) => done === "release"));
    const isReleased = since.some(({ done }) => done === "release");
    return isReleased ? [{ ...task, seenByWord: since.some(({ seen }) => seen?.byWord === true) }] : [];
  });
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
