import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema, wordsOf } from "../../models/document-facts.ts";
import { expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { listAt, requireResponse } from "../../verifiers/read.ts";
import { asFurther, defineCheck } from "../define-check.ts";
import { requireVisible } from "./enough.ts";
import { statusesOf } from "./listing.ts";

/**
 * Checks of the default and maximum count: first with existing tasks, and at the end with more tasks than both, if the
 * run may create as many.
 */
export function pageSizeChecks(): Check[] {
  const enough = once((check: CheckContext) => orNotApplicable(() => requireMoreThanAPage(check)));
  const most = [defaultBesideFilters(enough), fillsToTheMaximum(enough), noneBeyondTheMaximum(enough)];
  return [...asFurther(most.map((check) => ({ ...check, costly: true })))];
}

/** Tasks of others that a fresh target may show. With so many more, the run's own tasks exceed the largest page too. */
const BESIDE_OTHERS = 15;

type Enough = (check: CheckContext) => Promise<void>;

async function requireMoreThanAPage(check: CheckContext): Promise<void> {
  await requireVisible(check, stated(check, "maximum") + BESIDE_OTHERS);
}

/** Returns the default or maximum number of tasks in a listing by the document. */
function stated(check: CaseContext, keyword: "default" | "maximum"): number {
  const count = numberAt(parameterSchema(check.context.document, "list-tasks", "limit"), keyword);
  if (count === undefined) throw new Inconclusive(`the document states no ${keyword} count of tasks`);
  return count;
}

async function countOf(check: CaseContext, parameters: JsonObject): Promise<number> {
  return (await counted(check, parameters)).count;
}

async function counted(check: CaseContext, parameters: JsonObject) {
  const exchange = await check.call("list-tasks", { parameters });
  requireAccepted(exchange, "tasks.list.succeeds");
  return { exchange, count: listAt(exchange, "/data").length };
}

/** The default also applies with a filter, if as many tasks match. */
function defaultBesideFilters(enough: Enough): Check {
  return defineCheck(
    {
      requirement: "tasks.list.default-limit",
      name: "a listing with a filter has the default number of tasks",
      operations: ["list-tasks", "create-task"],
    },
    async (check) => {
      await enough(check);
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
        ...ownersOf(check.context),
      ];
      await check.forEach(filters, (filter, one) => expectDefault(one, filter));
    },
  );
}

/** Fails unless a listing without a count has as many tasks as one with the largest count, up to the default. */
async function expectDefault(check: CaseContext, filter: JsonObject): Promise<void> {
  const wanted = stated(check, "default");
  await check.eventually(async () => {
    const wide = { ...filter, limit: stated(check, "maximum") };
    const before = await countOf(check, wide);
    const { exchange, count } = await counted(check, filter);
    // Other checks change tasks all the time: a task that does not match afterwards need not have matched during the
    // request.
    const least = count < before ? Math.min(before, await countOf(check, wide), wanted) : Math.min(before, wanted);
    judging([exchange], () =>
      expectThat(count <= wanted && count >= least, {
        message: `a listing without a count must return ${wanted} tasks while that many match, with a filter as well`,
        expected: least < wanted ? `${least} to ${wanted}` : String(wanted),
        actual: String(count),
        pointer: "/data",
        keyword: "default",
      }),
    );
  });
  check.asserted();
}

/** Returns filters by assignee and channel. In a workspace with many users each matches more than the default. */
function ownersOf({ target: { fixtures } }: RunContext): JsonObject[] {
  const { agent, user, memberChannel: channel } = fixtures;
  return [{ assigneeAgent: agent?.id }, { assigneeUser: user }, { channel }].flatMap((filter) =>
    Object.entries(filter).flatMap(([role, id]) => (id === undefined ? [] : [{ [role]: id }])),
  );
}

/** The number of tasks must fit the count for the largest counts too. */
function fillsToTheMaximum(enough: Enough): Check {
  return defineCheck(
    {
      requirement: "tasks.list.limit-fills",
      name: "a listing has as many tasks as the largest counts when more are visible",
      operations: ["list-tasks", "create-task"],
    },
    async (check) => {
      const most = stated(check, "maximum");
      await enough(check);
      await check.forEach([most, most - 1, stated(check, "default") + 1], async (limit, one) => {
        await one.eventually(async () => {
          const count = await countOf(one, { limit });
          expectThat(count >= limit, {
            message: `a listing with a count of ${limit} must return that many tasks when more are visible`,
            expected: String(limit),
            actual: String(count),
            pointer: "/data",
            keyword: "too-few",
          });
        });
        one.asserted();
      });
    },
  );
}

/** With more tasks than the largest page, a missing bound shows. */
function noneBeyondTheMaximum(enough: Enough): Check {
  return defineCheck(
    {
      requirement: "tasks.list.max-limit",
      name: "a listing has no more tasks than the maximum when more are visible",
      operations: ["list-tasks", "create-task"],
    },
    async (check) => {
      const most = stated(check, "maximum");
      await enough(check);
      // Careless code treats zero or a negative count as no bound. The titles of the run's tasks contain its mark.
      const plain = [most, most + 1, most * 2, most * 100, 2 ** 64, 0, -1].map((limit): JsonObject => ({ limit }));
      await check.forEach([...plain, { text: check.context.mark, limit: most * 2 }], async (parameters, one) => {
        const exchange = await one.call("list-tasks", { parameters });
        one.asserted();
        if (requireResponse(exchange).status === 200) expectAtMost(exchange, most, parameters);
      });
    },
  );
}

function expectAtMost(exchange: Exchange, most: number, parameters: JsonObject): void {
  const count = listAt(exchange, "/data").length;
  expectThat(count <= most, {
    message: `a listing must never return more than ${most} tasks`,
    expected: `at most ${most}`,
    actual: `${count}, with ${JSON.stringify(parameters)}`,
    pointer: "/data",
    keyword: "too-many",
  });
}
