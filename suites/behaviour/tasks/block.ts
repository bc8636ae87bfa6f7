import type { JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { type Check, type CheckContext, REJECTED } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { expectAccepted, expectEqual, expectRejected, expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { expectAbsent, inListing, list } from "./listing.ts";
import type { TaskFixtures } from "./population.ts";
import { blockTask, forTasks } from "./requests.ts";
import { BLOCKED, type Scenario, type Step } from "./scenarios.ts";

const OPERATIONS = ["block-task", "create-task", "list-tasks"];
/**
 * Statuses that may reject a resource that does not exist or may not be seen, or a request that makes no sense. The
 * contract leaves open which one.
 */
export const ANY_REJECTION = [400, 403, 404, 409] as const;

type ScenarioSource = (check: CheckContext) => Promise<readonly Scenario[]>;

/** Checks of the effects of an accepted block. */
export function blockChecks(scenarios: ScenarioSource, taskFixtures: TaskFixtures): Check[] {
  return [
    acceptedAlike(scenarios),
    listsBlocked(scenarios),
    filteredAsBlocked(scenarios),
    rejectsUnknown(taskFixtures),
  ];
}

/** The status may be a reason to reject a block. The contract states no other condition than that the task exists. */
function acceptedAlike(scenarios: ScenarioSource): Check {
  return defineCheck(
    {
      requirement: "tasks.block.succeeds",
      name: "either all tasks in one status can be blocked or none, whatever the reason",
      operations: OPERATIONS,
    },
    async (check) => {
      const all = (await scenarios(check)).flatMap(({ task, blocks }) => blocks.map((block) => ({ task, ...block })));
      const taken = new Set(
        all.flatMap(({ from, response }) => (requireResponse(response).status === 200 ? [from] : [])),
      );
      if (taken.size === 0) throw new Inconclusive("a task could be blocked from no status");
      await check.forEach(
        all.filter(({ from }) => taken.has(from)),
        async ({ task, from, response }, one) => {
          one.asserted();
          judging([task.response, response], () => expectAccepted(response, `blocking a task that is ${String(from)}`));
        },
        { describe: ({ task, from }) => ({ task: task.asked, from: from ?? null }) },
      );
    },
  );
}

/** Runs a judgement for every accepted step of a kind. */
export async function forSteps(
  check: CheckContext,
  scenarios: ScenarioSource,
  done: Step["done"],
  judge: (step: Step, scenario: Scenario) => void | Promise<void>,
): Promise<void> {
  const steps = (await scenarios(check)).flatMap((scenario) => scenario.steps.map((step) => ({ scenario, step })));
  await check.forEach(
    steps.filter(({ step }) => step.done === done),
    async ({ step, scenario }, one) => {
      await judging(exchangesUpTo(scenario, step), () => judge(step, scenario));
      one.asserted();
    },
    { describe: ({ step, scenario }) => describe(scenario, step) },
  );
}

function exchangesUpTo({ task, steps }: Scenario, last: Step) {
  const earlier = steps.slice(0, steps.indexOf(last) + 1).map(({ response }) => response);
  return [task.response, ...earlier, ...(last.seen ? [last.seen.exchange] : [])];
}

function describe({ task, steps }: Scenario, last: Step): JsonObject {
  return { task: task.asked, steps: steps.slice(0, steps.indexOf(last) + 1).map(({ done }) => done) };
}

function listsBlocked(scenarios: ScenarioSource): Check {
  return defineCheck(
    {
      requirement: "tasks.block.persists",
      name: "the listing comes to show the task as blocked",
      operations: OPERATIONS,
    },
    (check) =>
      forSteps(check, scenarios, "block", ({ seen, unseen }) => {
        if (!seen) throw unseen ?? new Inconclusive("the blocked task is not listed", "tasks.create.listed");
        expectEqual(
          seen.exchange,
          `${seen.pointer}/status`,
          BLOCKED,
          "a blocked task must be blocked when it is listed",
        );
      }),
  );
}

/** The status filter must follow the block, even if it has an index of its own. */
function filteredAsBlocked(scenarios: ScenarioSource): Check {
  return defineCheck(
    {
      requirement: "tasks.block.persists",
      name: "only the filter for blocked finds the task",
      operations: OPERATIONS,
      early: true,
    },
    async (check) => {
      const blocked = (await scenarios(check)).filter(({ steps }) => steps.at(-1)?.done === "block");
      await forTasks(
        check,
        blocked.map(({ task }) => task),
        async (task, one) => {
          const { id, word: text, asked } = task;
          const before = typeof asked.status === "string" && asked.status !== BLOCKED ? asked.status : null;
          await one.eventually(async () => {
            const found = inListing(await list(one, { status: BLOCKED, text }), id);
            expectThat(found !== undefined, {
              ...LEFT_BEHIND,
              expected: `the task ${id} with the filter for ${BLOCKED}`,
              actual: "it is not there",
            });
          });
          one.asserted();
          if (before === null) return;
          const why = "a blocked task must not be listed with the filter for the status that it had before";
          await one.eventually(async () => expectAbsent(await list(one, { status: before, text }), task, why));
        },
      );
    },
  );
}

const LEFT_BEHIND = {
  message: "a blocked task must be listed with the filter for blocked tasks",
  keyword: "missing",
} as const;

function rejectsUnknown(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    { requirement: "tasks.block.unknown-task", name: "an unknown task is not blocked", operations: ["block-task"] },
    async (check) => {
      const { tasks } = await taskFixtures.population(check);
      const control = (await check.baseline("block-task")).exchange;
      requireAccepted(control, "tasks.block.succeeds");
      const ids = tasks.slice(0, 2).map(({ id }) => absentId(id, check.context.mark));
      await check.forEach(
        ids,
        async (taskId, one) => {
          const exchange = await blockTask(one, taskId, "Waiting for something", REJECTED);
          one.asserted();
          expectRejected(exchange, "blocking a task that does not exist", ANY_REJECTION);
        },
        { first: 1 },
      );
    },
  );
}
