import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema, wordsOf } from "../../models/document-facts.ts";
import { expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { listAt, requireResponse } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { asAdditional, defineCheck } from "../define-check.ts";
import { statusesOf } from "./listing.ts";
import { requireVisibleTasks } from "./require-visible-tasks.ts";

/**
 * Checks of the default and maximum count: first with existing tasks, and at the end with more tasks than both, if the
 * run may create as many.
 */
export function pageSizeChecks(): Check[] {
  const requireTasks = once((check: CheckContext) => orNotApplicable(() => requireMoreThanAPage(check)));
  const checks = [defaultWithFilters(requireTasks), fillsLargestLimits(requireTasks), noneBeyondMaximum(requireTasks)];
  return [...asAdditional(checks.map((check) => ({ ...check, isCostly: true })))];
}

/** Tasks of others that a fresh target may show. With so many more, the run's own tasks exceed the largest page too. */
const TASKS_OF_OTHERS = 15;

type TaskPrecondition = (check: CheckContext) => Promise<void>;

async function requireMoreThanAPage(check: CheckContext): Promise<void> {
  await requireVisibleTasks(check, statedLimit(check, "maximum") + TASKS_OF_OTHERS);
}

/** Returns the default or maximum number of tasks in a listing by the document. */
function statedLimit(check: CaseContext, keyword: "default" | "maximum"): number {
  const count = numberAt(parameterSchema(check.context.document, "list-tasks", "limit"), keyword);
  if (count === undefined) throw new Inconclusive(`the document states no ${keyword} count of tasks`);
  return count;
}

async function countOf(check: CaseContext, parameters: JsonObject): Promise<number> {
  return (await listAndCount(check, parameters)).count;
}

async function listAndCount(check: CaseContext, parameters: JsonObject) {
  const exchange = await check.call("list-tasks", { parameters });
  requireAccepted(exchange, "tasks.list.succeeds");
  return { exchange, count: listAt(exchange, "/data").length };
}

/** The default also applies with a filter, if as many tasks match. */
function defaultWithFilters(requireTasks: TaskPrecondition): Check {
  return defineCheck(
    {
      requirement: "tasks.list.default-limit",
      name: "a listing with a filter has the default number of tasks",
      operations: ["list-tasks", "create-task"],
    },
    async (check) => {
      await requireTasks(check);
      const statuses = statusesOf(check.context);
      // The titles of the run's tasks contain its mark.
      const priorities = wordsOf(
        parameterSchema(check.context.document, "list-tasks", "priority"),
        "the priority filter",
      );
      const filters = [
        { text: check.context.mark },
        ...statuses.flatMap((status) => [{ status }, { status, text: check.context.mark }]),
        ...priorities.map((priority) => ({ priority })),
        ...assigneeAndChannelFilters(check.context),
      ];
      await check.forEach(filters, (filter, testCase) => expectDefault(testCase, filter));
    },
  );
}

/** Fails unless a listing without a count has as many tasks as one with the largest count, up to the default. */
async function expectDefault(check: CaseContext, filter: JsonObject): Promise<void> {
  const defaultLimit = statedLimit(check, "default");
  await check.eventually(async () => {
    const largestPage = { ...filter, limit: statedLimit(check, "maximum") };
    const countBefore = await countOf(check, largestPage);
    const { exchange, count } = await listAndCount(check, filter);
    // Other checks change tasks all the time: a task that does not match afterwards need not have matched during the
    // request.
    const minimum =
      count < countBefore
        ? Math.min(countBefore, await countOf(check, largestPage), defaultLimit)
        : Math.min(countBefore, defaultLimit);
    withEvidence([exchange], () =>
      expectThat(count <= defaultLimit && count >= minimum, {
        message: `a listing without a count must return ${defaultLimit} tasks while that many match, with a filter as well`,
        expected: minimum < defaultLimit ? `${minimum} to ${defaultLimit}` : String(defaultLimit),
        actual: String(count),
        pointer: "/data",
        keyword: "default",
      }),
    );
  });
  check.asserted();
}

/** Returns filters by assignee and channel. In a workspace with many users each matches more than the default. */
function assigneeAndChannelFilters({ target: { fixtures } }: RunContext): JsonObject[] {
  const { agent, user, memberChannel: channel } = fixtures;
  return [{ assigneeAgent: agent?.id }, { assigneeUser: user }, { channel }].flatMap((filter) =>
    Object.entries(filter).flatMap(([role, id]) => (id === undefined ? [] : [{ [role]: id }])),
  );
}

/** The number of tasks must fit the count for the largest counts too. */
function fillsLargestLimits(requireTasks: TaskPrecondition): Check {
  return defineCheck(
    {
      requirement: "tasks.list.limit-fills",
      name: "a listing has as many tasks as the largest counts when more are visible",
      operations: ["list-tasks", "create-task"],
    },
    async (check) => {
      const maximum = statedLimit(check, "maximum");
      await requireTasks(check);
      await check.forEach([maximum, maximum - 1, statedLimit(check, "default") + 1], async (limit, testCase) => {
        await testCase.eventually(async () => {
          const count = await countOf(testCase, { limit });
          expectThat(count >= limit, {
            message: `a listing with a count of ${limit} must return that many tasks when more are visible`,
            expected: String(limit),
            actual: String(count),
            pointer: "/data",
            keyword: "too-few",
          });
        });
        testCase.asserted();
      });
    },
  );
}

/** With more tasks than the largest page, a missing bound shows. */
function noneBeyondMaximum(requireTasks: TaskPrecondition): Check {
  return defineCheck(
    {
      requirement: "tasks.list.max-limit",
      name: "a listing has no more tasks than the maximum when more are visible",
      operations: ["list-tasks", "create-task"],
    },
    async (check) => {
      const maximum = statedLimit(check, "maximum");
      await requireTasks(check);
      // Careless code treats zero or a negative count as no bound. The titles of the run's tasks contain its mark.
      const inputs = [maximum, maximum + 1, maximum * 2, maximum * 100, 2 ** 64, 0, -1].map(
        (limit): JsonObject => ({ limit }),
      );
      await check.forEach(
        [...inputs, { text: check.context.mark, limit: maximum * 2 }],
        async (parameters, testCase) => {
          const exchange = await testCase.call("list-tasks", { parameters });
          testCase.asserted();
          if (requireResponse(exchange).status === 200) expectAtMost(exchange, maximum, parameters);
        },
      );
    },
  );
}

function expectAtMost(exchange: Exchange, maximum: number, parameters: JsonObject): void {
  const count = listAt(exchange, "/data").length;
  expectThat(count <= maximum, {
    message: `a listing must never return more than ${maximum} tasks`,
    expected: `at most ${maximum}`,
    actual: `${count}, with ${JSON.stringify(parameters)}`,
    pointer: "/data",
    keyword: "too-many",
  });
}
