import { asObject, type Json } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { listAt, requireResponse, valueAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { asAdditional, defineCheck, withExistingFixtures } from "../define-check.ts";
import { commentedTaskInReviewListed } from "./commented-and-owned-tasks.ts";
import { filterableValuesOf } from "./filterable-values.ts";
import { hiddenTaskAttemptChecks } from "./hidden-task-attempts.ts";
import {
  expectAbsent,
  expectListed,
  expectPresent,
  inListing,
  type ListInput,
  list,
  requireListed,
} from "./listing.ts";
import { type OtherAgentTasksSource, otherAgentTasksOf } from "./other-agent-tasks.ts";
import type { TaskFixtures } from "./population.ts";
import { blockTask, type CreatedTask, forTasks } from "./requests.ts";
import type { Scenario } from "./scenarios.ts";

type ScenarioSource = (check: CheckContext) => Promise<readonly Scenario[]>;

const OPERATIONS = ["list-tasks", "create-task"];

/** Checks of who sees which tasks, with tasks of two agents. */
export function visibilityChecks(context: RunContext, taskFixtures: TaskFixtures, scenarios: ScenarioSource): Check[] {
  const others = otherAgentTasksOf(context);
  return [
    // Long checks come first. The first check that needs the tasks of others creates them for all.
    ...hiddenTaskAttemptChecks(context, others),
    assignedListed(others),
    ...asAdditional(withExistingFixtures(context, [commentedTaskInReviewListed()])),
    createdListed(taskFixtures),
    createdAndChangedListed(scenarios),
    hiddenFromCaller(others),
    hiddenFromOther(taskFixtures),
    ...withExistingFixtures(context, [...asAdditional([])]),
    hiddenInForeignChannel(others),
  ];
}

function assignedListed(others: OtherAgentTasksSource): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.assigned",
      name: "a task that another agent created and assigned to the caller is listed",
      operations: OPERATIONS,
      fixtures: ["otherAgent.apiKey"],
    },
    async (check) => {
      const why = "a task assigned to the caller must be listed for it";
      await forTasks(check, [(await others(check)).assigned], async (task, testCase) => {
        await testCase.eventually(() => expectListed(testCase, task, why));
        testCase.asserted();
        const { status } = filterableValuesOf(testCase.context, task);
        if (status !== undefined)
          await testCase.eventually(async () => {
            const listing = await list(testCase, { status, text: task.word });
            const isAbsent = inListing(listing, task.id) === undefined;
            // Rules of the workspace may have changed the status of the new task.
            if (isAbsent && (await expectListed(testCase, task, why)).task.status !== status) return;
            expectPresent(listing, task, why);
          });
        const block = await blockTask(testCase, task.id, `Waiting for ${task.word}`);
        if (requireResponse(block).status === 200) await testCase.eventually(() => expectListed(testCase, task, why));
      });
    },
  );
}

/** Changes to a task must not hide it from its creator. */
function createdAndChangedListed(scenarios: ScenarioSource): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.created",
      name: "tasks that the caller created are listed after blocks and releases",
      operations: [...OPERATIONS, "block-task", "release-task"],
    },
    async (check) => {
      const changed = (await scenarios(check)).filter(({ steps }) => steps.length > 0);
      await forTasks(
        check,
        changed.map(({ task, steps }) => ({ ...task, isSeen: (steps.at(-1)?.seen ?? null) !== null })),
        async ({ isSeen, ...task }, testCase) => {
          if (isSeen) return testCase.asserted();
          await testCase.eventually(() =>
            expectListed(testCase, task, "a task that the caller created must be listed for it"),
          );
          testCase.asserted();
        },
      );
    },
  );
}

function createdListed(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.created",
      name: "tasks that the caller created are listed, whoever they are assigned to",
      operations: OPERATIONS,
    },
    async (check) => {
      const { tasks, self } = await taskFixtures.population(check);
      const others = tasks.filter(({ requested }) => requested.assigneeAgentId !== self);
      const shown = await taskFixtures.listing(check);
      await forTasks(check, others, async (task, testCase) => {
        if (inListing(shown, task.id) !== undefined) return testCase.asserted();
        await testCase.eventually(() =>
          expectListed(testCase, task, "a task that the caller created must be listed for it"),
        );
        testCase.asserted();
      });
    },
  );
}

/** Returns a task of the population that is assigned to the other agent. */
async function assignedToOther(check: CheckContext, taskFixtures: TaskFixtures): Promise<CreatedTask> {
  const { tasks } = await taskFixtures.population(check);
  const other = check.context.target.fixtures.otherAgent?.id;
  const found = tasks.find(({ requested }) => requested.assigneeAgentId === other);
  if (!found) throw new Inconclusive("no task could be assigned to the other agent");
  return found;
}

/** Returns filters that may wrongly reveal a hidden task. */
function filtersThatMayReveal(context: RunContext, task: CreatedTask): ListInput[] {
  const fields = asObject(valueAt(task.response, "/data"));
  const { assigneeAgentId: agent, assigneeUserId: user, identifier } = fields;
  // A search may have a shortcut for a complete title or description.
  const completeTexts = [fields.title, fields.description].flatMap((text) => (isShort(text) ? [{ text }] : []));
  const { status, priority } = filterableValuesOf(context, task);
  const byAgent = typeof agent === "string" && agent !== "" ? [{ assigneeAgent: agent }] : [];
  const statusAndPriority = {
    ...(status === undefined ? {} : { status }),
    ...(priority === undefined ? {} : { priority }),
  };
  return [
    // Any of them may reveal the task. For small budgets, all filters together come first, then the complete texts.
    { ...statusAndPriority, ...byAgent[0], text: task.word, limit: SMALL_LIMIT },
    ...completeTexts,
    { text: task.word },
    {},
    ...(status === undefined ? [] : [{ status }, { status, text: task.word }]),
    ...(priority === undefined ? [] : [{ priority }, { priority, text: task.word }]),
    ...(status === undefined || priority === undefined ? [] : [{ status, priority }]),
    ...byAgent.flatMap((one) => [
      one,
      { ...one, text: task.word },
      ...(status === undefined ? [] : [{ ...one, status }]),
    ]),
    ...(typeof user === "string" && user !== ""
      ? [
          { assigneeUser: user },
          { assigneeUser: user, text: task.word },
          ...(status === undefined ? [] : [{ assigneeUser: user, status }]),
        ]
      : []),
    ...(typeof identifier === "string" && identifier !== "" ? [{ text: identifier }] : []),
    { text: task.word, limit: SMALL_LIMIT },
  ];
}

/** The maximum length of a text that any target searches for. */
const SHORT_TEXT_LENGTH = 60;

function isShort(text: Json | undefined): text is string {
  return typeof text === "string" && text !== "" && text.length <= SHORT_TEXT_LENGTH;
}

/** A count that is smaller than any default. */
const SMALL_LIMIT = 5;

function hiddenFromCaller(others: OtherAgentTasksSource): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.hidden",
      name: "tasks that concern only another agent are not listed with any filter",
      operations: OPERATIONS,
      fixtures: ["otherAgent.apiKey"],
    },
    async (check) => {
      const { assigned, private: secrets, apiKey } = await others(check);
      await requireListed(check, assigned);
      for (const secret of secrets) await requireListed(check, secret, { apiKey });
      await expectHiddenByAllFilters(check, secrets);
    },
  );
}

async function expectHiddenByAllFilters(
  check: CheckContext,
  secrets: readonly CreatedTask[],
  options: { apiKey?: string } = {},
): Promise<void> {
  const attempts = secrets.flatMap((secret) =>
    filtersThatMayReveal(check.context, secret).map((input) => ({ secret, input })),
  );
  await check.forEach(
    attempts,
    async ({ secret, input }, testCase) => {
      const listing = await list(testCase, input, options);
      testCase.asserted();
      withEvidence([listing.exchange], () =>
        expectAbsent(listing, secret, "a task in which the caller takes no part must not be listed for the caller"),
      );
    },
    { first: 3, describe: ({ input }) => ({ ...input }) },
  );
}

/** The reverse: visibility restricts the second agent too. */
function hiddenFromOther(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.hidden",
      name: "tasks that concern only the caller are not listed for another agent",
      operations: OPERATIONS,
      fixtures: ["otherAgent.apiKey", "otherAgent.id"],
    },
    async (check) => {
      const { apiKey = "" } = check.context.target.fixtures.otherAgent ?? {};
      const { tasks } = await taskFixtures.population(check);
      // The root has no channel and no assignee, and is older than all other tasks of the population.
      await requireListed(check, await assignedToOther(check, taskFixtures), { apiKey });
      const secrets = tasks.slice(0, 1);
      await expectHiddenByAllFilters(check, secrets, { apiKey });
    },
  );
}

function hiddenInForeignChannel(others: OtherAgentTasksSource): Check {
  return defineCheck(
    {
      requirement: "tasks.visibility.foreign-channel",
      name: "tasks in a channel of others are not listed with the filter for that channel",
      operations: OPERATIONS,
      fixtures: ["otherAgent.apiKey", "otherAgent.channel"],
    },
    async (check) => {
      const { channel = "" } = check.context.target.fixtures.otherAgent ?? {};
      const { apiKey, inChannel: task } = await others(check);
      if (!task) throw new Inconclusive("no task could be bound to the other agent's channel");
      await check.eventually(async () => {
        const listing = await list(check, { channel, text: task.word }, { apiKey });
        expectThat(inListing(listing, task.id) !== undefined, {
          message: "the task is not listed in its channel for its creator",
          expected: task.id,
          actual: "not in the list",
          keyword: "missing",
        });
      });
      for (const input of channelFiltersOf(channel, task)) {
        const exchange = await check.call("list-tasks", { parameters: input });
        check.asserted();
        if (requireResponse(exchange).status !== 200) {
          check.observe("list-tasks.foreign-channel", "rejected", "a listing with a channel of others");
          continue;
        }
        check.observe("list-tasks.foreign-channel", "answered without its tasks", "a listing with a channel of others");
        const index = listAt(exchange, "/data").findIndex((one) => asObject(one).id === task.id);
        expectThat(index < 0, {
          message: "a task of others in a channel that the caller does not belong to must not be listed",
          expected: `no task ${task.id}`,
          actual: `found at /data/${index}`,
          pointer: `/data/${index}`,
          keyword: "present",
        });
      }
    },
  );
}

/**
 * Returns the filter by the channel, on its own and with other filters that the task matches, since each combination
 * may use its own query.
 */
function channelFiltersOf(channel: string, { word: text, response }: CreatedTask): ListInput[] {
  const [status, priority] = ["status", "priority"].map((role) => {
    const value = valueAt(response, `/data/${role}`);
    return typeof value === "string" ? { [role]: value } : {};
  });
  return [{ channel }, { channel, ...status, ...priority, text }];
}
