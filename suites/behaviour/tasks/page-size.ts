import type { JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema, wordsOf } from "../../models/document-facts.ts";
import {
  expectAccepted,
  expectNoServerError,
  expectThat,
  needAccepted,
  statusAndCode,
} from "../../verifiers/expect.ts";
import { answered, listAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { needVisible } from "./enough.ts";
import { statusesOf } from "./listing.ts";

/** The default and the largest count, with more tasks than either. */
export function pageSizeChecks(world: RunContext): Check[] {
  const made = once(enoughForAll);
  // What others make counts as well, and some of it they make in a later round.
  const enough = (check: CheckContext) => check.whileOthersGoOn(() => made(check));
  return [
    defaultCount(enough),
    ...(world.budget === "smoke" ? [] : [defaultBesideFilters(enough), fillsToTheMaximum(enough)]),
    neverAboveMaximum(enough),
  ];
}

/** Tasks of others that a fresh target may show: so many more, and ours alone are more than the largest page as well. */
const BESIDE_OTHERS = 15;

type Enough = (check: CheckContext) => Promise<void>;

/** More visible tasks than the largest page has, made once for all; the smallest run makes do with the default one. */
async function enoughForAll(check: CheckContext): Promise<void> {
  const schema = parameterSchema(check.world.document, "list-tasks", "limit");
  const wanted = check.world.budget === "smoke" ? undefined : numberAt(schema, "maximum");
  await needVisible(check, wanted === undefined ? (numberAt(schema, "default") ?? 0) + 1 : wanted + BESIDE_OTHERS);
}

/** What the document says of the number of tasks in a listing. */
function stated(check: CaseContext, keyword: "default" | "maximum"): number {
  const count = numberAt(parameterSchema(check.world.document, "list-tasks", "limit"), keyword);
  if (count === undefined) throw new Inconclusive(`the document states no ${keyword} count of tasks`);
  return count;
}

async function countOf(check: CaseContext, parameters: JsonObject): Promise<number> {
  const exchange = await check.call("list-tasks", { parameters });
  needAccepted(exchange, "tasks.list.succeeds");
  return listAt(exchange, "/data").length;
}

/** Without a count: the stated default, when more than that many are visible. */
function defaultCount(enough: Enough): Check {
  return defineCheck(
    {
      requirement: "tasks.list.default-limit",
      name: "as many as the default when more are visible",
      operations: ["list-tasks", "create-task"],
    },
    async (check) => {
      const wanted = stated(check, "default");
      await enough(check);
      const count = await countOf(check, {});
      check.asserted();
      expectThat(count === wanted, {
        message: `a listing without a count must give ${wanted} tasks when more are visible`,
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
      name: "the default beside a filter",
      wide: true,
      operations: ["list-tasks", "create-task"],
    },
    async (check) => {
      await enough(check);
      const statuses = statusesOf(check.world);
      // The mark of the run is in the titles of its tasks.
      const priorities = wordsOf(
        parameterSchema(check.world.document, "list-tasks", "priority"),
        "the priority filter",
      );
      const filters = [
        { text: check.world.mark },
        ...statuses.flatMap((status) => [{ status }, { status, text: check.world.mark }]),
        ...priorities.map((priority) => ({ priority })),
        ...ownersOf(check.world),
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
      message: `a listing without a count must give ${wanted} tasks while so many match, beside a filter too`,
      expected: least < wanted ? `${least} to ${wanted}` : String(wanted),
      actual: String(count),
      pointer: "/data",
      keyword: "default",
    });
  });
  check.asserted();
}

/** Filters by who has a task and where it stands, of which each has more than the default where many use the workspace. */
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
      name: "as many as the largest counts when more are visible",
      operations: ["list-tasks", "create-task"],
    },
    async (check) => {
      const most = stated(check, "maximum");
      await enough(check);
      await check.forEach([most, most - 1, stated(check, "default") + 1], async (limit, one) => {
        await one.eventually(async () => {
          const count = await countOf(one, { limit });
          expectThat(count >= limit, {
            message: `a listing with a count of ${limit} must give so many tasks when more are visible`,
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

/** Counts that have no room in a number of 32 or of 64 bits. */
const BEYOND_WORDS = [2 ** 31, 2 ** 64];

/** A count above the maximum may be rejected; more than the maximum never come. */
function neverAboveMaximum(enough: Enough): Check {
  return defineCheck(
    {
      requirement: "tasks.list.max-limit",
      name: "never more than the maximum, whatever is asked for",
      operations: ["list-tasks", "create-task"],
    },
    async (check) => {
      const most = stated(check, "maximum");
      const atMost = await check.call("list-tasks", { parameters: { limit: most } });
      check.asserted();
      expectAccepted(atMost, `a listing with a count of ${most}`);
      // A smoke run has no tasks to spare for this: it sees whether the maximum is accepted, and what is there.
      if (check.world.budget !== "smoke") await enough(check);
      // Careless code takes none, or less than none, for no bound at all.
      const small = check.world.budget === "smoke";
      const large = small ? BEYOND_WORDS.slice(0, 1) : BEYOND_WORDS;
      // A smoke run has asked for the maximum just now.
      const others = small ? [most + 1] : [most, most + 1, most * 2, most * 100];
      // Where less is there than the maximum, no bound at all looks like any other.
      const none = small ? [] : [0, -1];
      const plain = [...others, ...large, ...none].map((limit) => ({ limit }));
      // The mark of the run is in the titles of its tasks.
      const beside = check.world.budget === "smoke" ? [] : [{ text: check.world.mark, limit: most * 2 }];
      for (const parameters of [...plain, ...beside]) {
        const { limit } = parameters;
        const exchange = await check.call("list-tasks", { parameters });
        const refused = answered(exchange).status !== 200;
        if (limit > most)
          expectNoServerError(exchange, "list-tasks", `a count of ${limit}, which it may reject or lower`);
        if (limit > most && !large.includes(limit))
          check.observe("list-tasks.limit-above", aboveAnswer(exchange, most), `limit ${limit}`);
        if (refused) continue;
        check.asserted();
        const count = listAt(exchange, "/data").length;
        expectThat(count <= most, {
          message: `a listing must never give more than ${most} tasks`,
          expected: `at most ${most}`,
          actual: `${count}, with ${JSON.stringify(parameters)}`,
          pointer: "/data",
          keyword: "too-many",
        });
      }
    },
  );
}

function aboveAnswer(exchange: Parameters<typeof statusAndCode>[0], most: number): string {
  const status = answered(exchange).status;
  if (status !== 200) return `rejected with ${statusAndCode(exchange)}`;
  return `accepted, with ${Math.min(listAt(exchange, "/data").length, most)} results at most`;
}
