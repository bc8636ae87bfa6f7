import fc from "fast-check";
import type { Json } from "../../../spec/json.ts";
import { oncePer } from "../../engine/cases/once.ts";
import type { CaseContext, Check, World } from "../../engine/check/check.ts";
import { FILTERED_FIELDS, matches } from "../../models/task-filters.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { defineCheck, unlessSmoke } from "../define-check.ts";
import { combination } from "./filters.ts";
import { acceptedCount, type ListInput, type Listing, list } from "./listing.ts";
import { pageSizeChecks } from "./page-size.ts";
import { natureOf, type Settlement } from "./population.ts";

const LIST = ["list-tasks"];
const CASES = 24;

/** How many tasks come: as many as are asked for and match, never more, and each once. */
export function countChecks(world: World, settlement: Settlement): Check[] {
  const listed = listedOnce(world);
  return [
    // A smoke run judges all its listings for that, and asks beside each filter.
    ...unlessSmoke(world, [atMost(settlement)]),
    atMostOfAll(settlement),
    besideEachFilter("tasks.list.limit", "no more than asked for beside each filter", settlement, listed),
    besideEachFilter("tasks.list.limit-fills", "as many as asked for beside each filter", settlement, listed),
    ...(world.budget === "smoke" ? [fillsWithRare(settlement)] : []),
    fills(settlement),
    fillsUnfiltered(settlement),
    noRepeats(settlement),
    ...pageSizeChecks(world, settlement),
  ];
}

function expectAtMost({ tasks }: Listing, limit: number): void {
  expectThat(tasks.length <= limit, {
    message: `a listing with a count of ${limit} must give no more tasks`,
    expected: `at most ${limit}`,
    actual: String(tasks.length),
    pointer: "/data",
    keyword: "too-many",
  });
}

/** Beside filters of every kind, with small counts: more match than are asked for. */
function atMost(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "tasks.list.limit", name: "no more than asked for, whatever the filters", operations: LIST },
    async (check) => {
      const { word } = await settlement.population(check);
      const ours = await settlement.visible(check);
      const filters = fc.oneof(fc.constant({}), fc.constant({ text: word }), combination(ours, 1));
      await check.property(
        fc.record({ filters, limit: fc.integer({ min: 1, max: 7 }) }),
        async ({ filters, limit }, one) => {
          expectAtMost(await list(one, { ...filters, limit }), limit);
          one.witnessed();
        },
        { cases: CASES },
      );
    },
  );
}

function atMostOfAll(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "tasks.list.limit", name: "no more than asked for, with every count up to ours", operations: LIST },
    async (check) => {
      const { word } = await settlement.population(check);
      const ours = await settlement.visible(check);
      await check.forEach(upTo(acceptedCount(check.world, ours.length)), async (limit, one) => {
        expectAtMost(await list(one, { text: word, limit }), limit);
        one.witnessed();
      });
    },
  );
}

type Listed = (one: CaseContext, input: ListInput) => Promise<Listing>;

/** Lists tasks; in a smoke run the same listing once for all that judge it. */
function listedOnce({ budget }: Pick<World, "budget">): Listed {
  return budget === "smoke" ? oncePer((_one, input) => JSON.stringify(input), list) : list;
}

/** Each filter alone, with the value that most of ours have: asked for one task less than match, and for just as many. */
function besideEachFilter(requirement: string, name: string, settlement: Settlement, listed: Listed): Check {
  return defineCheck({ requirement, name, operations: LIST, shared: true }, async (check) => {
    const { word } = await settlement.population(check);
    const natures = (await settlement.visible(check)).map(natureOf);
    const filters = Object.entries(FILTERED_FIELDS).flatMap(([role, field]) => {
      const values = natures
        .map((nature) => nature[field])
        .filter((value) => typeof value === "string" && value !== "");
      const often = (value: Json | undefined) => values.filter((other) => other === value).length;
      const value = values.toSorted((left, right) => often(right) - often(left))[0];
      return value !== undefined && often(value) > 1 ? [{ filter: { [role]: value }, matching: often(value) }] : [];
    });
    const small = check.world.budget === "smoke";
    const judge = async ({ filter, matching }: (typeof filters)[number], one: CaseContext) => {
      const counts = (small ? [matching - 1] : [1, matching - 1, matching]).map((count) =>
        acceptedCount(one.world, count),
      );
      for (const limit of counts) {
        for (const input of [{ ...filter, limit }, ...(small ? [] : [{ ...filter, text: word, limit }])]) {
          if (requirement === "tasks.list.limit") {
            const listing = await listed(one, input);
            judging([listing.exchange], () => expectAtMost(listing, limit));
          } else {
            let first: Listing | null = await listed(one, input);
            await one.eventually(async () => {
              const listing = first ?? (await list(one, input));
              first = null;
              judging([listing.exchange], () => expectFilled(listing, limit));
            });
          }
          one.witnessed();
        }
      }
    };
    await check.forEach(filters, judge, { all: small });
  });
}

/** Each filter with the value that fewest have: one task is asked for, which is seldom the first of all. And a text, for all. */
function fillsWithRare(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "tasks.list.limit-fills", name: "one task of each rare value", operations: LIST, telling: true },
    async (check) => {
      const ours = await settlement.visible(check);
      const filters = Object.entries(FILTERED_FIELDS).flatMap(([role, field]): ListInput[] => {
        const values = ours.map((task) => natureOf(task)[field]).filter((value) => typeof value === "string");
        const often = (value: Json | undefined) => values.filter((other) => other === value).length;
        const [value] = values.filter((one) => one !== "").toSorted((left, right) => often(left) - often(right));
        return value === undefined ? [] : [{ [role]: value }];
      });
      // With a text as many as it finds: a count of one says nothing of code that gives one less, and at least one.
      const { word: text } = await settlement.population(check);
      const limit = acceptedCount(check.world, ours.length);
      const judge = async (input: ListInput & { readonly limit: number }, one: CaseContext) => {
        await one.eventually(async () => expectFilled(await list(one, input), input.limit));
        one.witnessed();
      };
      const inputs = [...filters.map((filter) => ({ ...filter, limit: 1 })), { text, limit }];
      await check.forEach(inputs, judge, { all: true });
    },
  );
}

function upTo(most: number): number[] {
  return Array.from({ length: most }, (_, index) => index + 1);
}

/** Filtered to ours: exactly as many as match, up to the count. */
function fills(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "tasks.list.limit-fills", name: "as many as asked for while so many match", operations: LIST },
    async (check) => {
      const { word } = await settlement.population(check);
      const ours = await settlement.visible(check);
      const filters = fc.oneof(fc.constant({}), combination(ours, 1));
      await check.property(
        fc.record({ filters, limit: fc.integer({ min: 1, max: acceptedCount(check.world, ours.length + 1) }) }),
        async ({ filters, limit }, one) => {
          const matching = ours.filter((task) => matches(natureOf(task), filters)).length;
          const input = { ...filters, text: word, limit };
          await one.eventually(async () => expectFilled(await list(one, input), Math.min(limit, matching)));
          one.witnessed();
        },
        { cases: CASES },
      );
    },
  );
}

/** Others' tasks count too: with a filter that many tasks match and a count that is smaller. */
function fillsUnfiltered(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "tasks.list.limit-fills", name: "as many as asked for among all visible tasks", operations: LIST },
    async (check) => {
      const ours = await settlement.visible(check);
      const filters = fc.oneof(
        fc.constant({}),
        fc.constantFrom(...ours).map((task) => ({ priority: String(natureOf(task).priority) })),
        fc.constantFrom(...ours).map((task) => ({ status: String(natureOf(task).status) })),
      );
      await check.property(
        fc.record({ filters, limit: fc.integer({ min: 1, max: acceptedCount(check.world, ours.length) }) }),
        async ({ filters, limit }, one) => {
          const matching = ours.filter((task) => matches(natureOf(task), filters)).length;
          // Tasks of others may come in between, so that of ours fewer may be there, but never fewer in all.
          await one.eventually(async () =>
            expectFilled(await list(one, { ...filters, limit }), Math.min(limit, matching)),
          );
          one.witnessed();
        },
        { cases: CASES },
      );
    },
  );
}

function expectFilled({ tasks }: Listing, least: number): void {
  expectThat(tasks.length >= least, {
    message: `a listing must give as many tasks as are asked for while so many match`,
    expected: `at least ${least}`,
    actual: String(tasks.length),
    pointer: "/data",
    keyword: "too-few",
  });
}

/** Listings for the monitor of repeats (`monitors/repeats.ts`), which judges every one of them. */
function noRepeats(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "tasks.list.no-repeats", name: "no listing shows a task twice", operations: LIST },
    async (check) => {
      const { word, self } = await settlement.population(check);
      const inputs: ListInput[] = [{}, { text: word }, { assigneeAgent: self }, { limit: 7 }];
      const channel = check.world.target.fixtures.memberChannel;
      if (channel) inputs.push({ channel }, { channel, assigneeAgent: self }, { channel, text: word });
      await check.forEach(
        inputs,
        async (input, one) => {
          const { ids } = await list(one, input);
          if (ids.length > 0) one.witnessed();
        },
        { first: 1 },
      );
    },
  );
}
