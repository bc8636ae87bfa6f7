import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema, wordsOf } from "../../models/document-facts.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import {
  expectAccepted,
  expectNoServerError,
  expectThat,
  requireAccepted,
  statusAndCode,
} from "../../verifiers/expect.ts";
import { listAt, requireResponse } from "../../verifiers/read.ts";
import { defineCheck, further } from "../define-check.ts";
import { requireVisible } from "./enough.ts";
import { list, statusesOf } from "./listing.ts";

/** The default and the largest count: by what is there, and in the end with more tasks than either, where the run may make as many. */
export function pageSizeChecks(): Check[] {
  const enough = once((check: CheckContext) => orNotApplicable(() => requireMoreThanAPage(check)));
  const most = [defaultBesideFilters(enough), fillsToTheMaximum(enough), noneBeyondTheMaximum(enough)];
  return [defaultCount(), neverAboveMaximum(), ...further(most.map((check) => ({ ...check, costly: true })))];
}

/** Tasks of others that a fresh target may show: so many more, and ours alone are more than the largest page as well. */
const BESIDE_OTHERS = 15;

type Enough = (check: CheckContext) => Promise<void>;

async function requireMoreThanAPage(check: CheckContext): Promise<void> {
  await requireVisible(check, stated(check, "maximum") + BESIDE_OTHERS);
}

/** More visible tasks than come by default, in one response that may hold as many. */
async function requireEnough(check: CheckContext): Promise<void> {
  const wanted = stated(check, "default") + 1;
  const { ids } = await list(check, { limit: wanted });
  if (ids.length < wanted) throw new NotApplicable("too few tasks are visible to judge");
}

/** What the document says of the number of tasks in a listing. */
function stated(check: CaseContext, keyword: "default" | "maximum"): number {
  const count = numberAt(parameterSchema(check.context.document, "list-tasks", "limit"), keyword);
  if (count === undefined) throw new Inconclusive(`the document states no ${keyword} count of tasks`);
  return count;
}

async function countOf(check: CaseContext, parameters: JsonObject): Promise<number> {
  const exchange = await check.call("list-tasks", { parameters });
  requireAccepted(exchange, "tasks.list.succeeds");
  return listAt(exchange, "/data").length;
}

/** Without a count: the stated default, when more than that many are visible. */
function defaultCount(): Check {
  return defineCheck(
    {
      requirement: "tasks.list.default-limit",
      name: "a listing has the default number of tasks when more are visible",
      operations: ["list-tasks", "create-task"],
    },
    async (check) => {
      const wanted = stated(check, "default");
      // What others make counts as well, and some of it they make in a later round.
      await check.whileOthersGoOn(() => requireEnough(check));
      const count = await countOf(check, {});
      check.asserted();
      expectThat(count === wanted, {
        message: `a listing without a count must return ${wanted} tasks when more are visible`,
        expected: String(wanted),
        actual: String(count),
        pointer: "/data",
        keyword: "default",
      });
    },
  );
}

/** The default holds beside a filter too: it is what comes without a count, where as many match. */
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
      // The mark of the run is in the titles of its tasks.
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

/** Without a count so many come as with the largest, up to the default. */
async function expectDefault(check: CaseContext, filter: JsonObject): Promise<void> {
  const wanted = stated(check, "default");
  await check.eventually(async () => {
    const wide = { ...filter, limit: stated(check, "maximum") };
    const before = await countOf(check, wide);
    const count = await countOf(check, filter);
    // Others of the run move tasks all the time: what matches no more afterwards need not have matched.
    const least = count < before ? Math.min(before, await countOf(check, wide), wanted) : Math.min(before, wanted);
    expectThat(count <= wanted && count >= least, {
      message: `a listing without a count must return ${wanted} tasks while that many match, with a filter as well`,
      expected: least < wanted ? `${least} to ${wanted}` : String(wanted),
      actual: String(count),
      pointer: "/data",
      keyword: "default",
    });
  });
  check.asserted();
}

/** Filters by who has a task and where it is, of which each has more than the default where many use the workspace. */
function ownersOf({ target: { fixtures } }: RunContext): JsonObject[] {
  const { agent, user, memberChannel: channel } = fixtures;
  return [{ assigneeAgent: agent?.id }, { assigneeUser: user }, { channel }].flatMap((filter) =>
    Object.entries(filter).flatMap(([role, id]) => (id === undefined ? [] : [{ [role]: id }])),
  );
}

/** What holds for small counts holds for the largest ones. */
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

/** Where more is there than the largest page holds, no bound at all shows. */
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
      // Careless code takes none, or less than none, for no bound at all. The mark of the run is in the titles of its tasks.
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

/** A count that has no room in a number of 32 bits. */
const LARGE = 2 ** 31;

/** A count above the maximum may be rejected; more than the maximum never come. */
function neverAboveMaximum(): Check {
  return defineCheck(
    {
      requirement: "tasks.list.max-limit",
      name: "a listing never has more tasks than the maximum, whatever the count",
      operations: ["list-tasks", "create-task"],
    },
    async (check) => {
      const most = stated(check, "maximum");
      const atMost = await check.call("list-tasks", { parameters: { limit: most } });
      check.asserted();
      expectAccepted(atMost, `a listing with a count of ${most}`);
      for (const limit of [most + 1, LARGE]) {
        const exchange = await check.call("list-tasks", { parameters: { limit } });
        const rejected = requireResponse(exchange).status !== 200;
        expectNoServerError(exchange, "list-tasks", `a count of ${limit}, which it may reject or lower`);
        if (limit !== LARGE) check.observe("list-tasks.limit-above", aboveAnswer(exchange, most), `limit ${limit}`);
        if (rejected) continue;
        check.asserted();
        expectAtMost(exchange, most, { limit });
      }
    },
  );
}

function aboveAnswer(exchange: Exchange, most: number): string {
  const status = requireResponse(exchange).status;
  if (status !== 200) return `rejected with ${statusAndCode(exchange)}`;
  return `accepted, with ${Math.min(listAt(exchange, "/data").length, most)} results at most`;
}
