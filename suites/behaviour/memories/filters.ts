import type { Json } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import type { CaseContext, Check, World } from "../../engine/check/check.ts";
import { parameterSchema, wordsOf } from "../../models/document-facts.ts";
import { FILTER_ROLES, type FilterRole, type MemoryFilter, rolesOf } from "../../models/memory-filters.ts";
import { statusesOf, usualStatus } from "../../models/memory-statuses.ts";
import { Failure } from "../../outcome/failure.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { FILTER_REQUIREMENTS } from "../../views/memory-filters.ts";
import { defineCheck, unlessSmoke } from "../define-check.ts";
import { allBesideEach, combinations } from "./combinations.ts";
import { createPatience, expectExactly, expectNothingElse, inputOf, inWords, orCombined } from "./filtering.ts";
import { fullPage, type Hit, searchAll, searchPage } from "./listing.ts";
import { acrossScopes, type Population, type Settlement } from "./population.ts";
import { walk } from "./walk.ts";

const OPERATIONS = ["search-memories"] as const;

/** Filters find what matches and nothing else: by kind, by scope, and any of them together. */
export function filterChecks(world: World, settlement: Settlement): Check[] {
  return [
    kindAlone(settlement),
    kindAmongOurs(settlement),
    scope(settlement),
    allScopes(settlement),
    combined(settlement),
    ...unlessSmoke(world, [combinedWithStatus(settlement)]),
  ];
}

function kindAlone(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "memories.search.kind",
      name: "each kind, without any other filter",
      wide: true,
      operations: OPERATIONS,
    },
    async (check) => {
      const population = await settlement(check);
      const members = population.members.map(({ known }) => known);
      const judge = async (kind: string, one: CaseContext) => {
        // Each time that it is asked for, not only once.
        for (let turn = 0; turn < Math.max(1, check.cases(AGAIN)); turn += 1) {
          const page = await searchPage(one, { ...fullPage(one.world), ...inputOf(population, { kind }) });
          one.witnessed();
          expectNothingElse(page.hits, { kind }, members);
        }
      };
      await check.forEach(kindsOf(check), judge, { all: true });
    },
  );
}

/** Searches for each kind. */
const AGAIN = 5;

function kindAmongOurs(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "memories.search.kind",
      name: "each kind, among the memories of a tag",
      operations: OPERATIONS,
      telling: true,
    },
    async (check) => {
      const population = await settlement(check);
      const patiently = createPatience();
      await check.forEach(kindsOf(check), async (kind, one) => {
        const asked = { kind, tags: [population.tag] };
        // A tag that is not heeded beside it is the finding of the combination, which all answers are judged by.
        await patiently(one, () => expectExactly(one, population, asked, { judgedBy: { kind } }));
      });
    },
  );
}

function kindsOf(check: CaseContext): readonly string[] {
  return wordsOf(parameterSchema(check.world.document, "search-memories", "kind"), "the kind filter");
}

function scope(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "memories.search.scope",
      name: "each of two scopes, alone and among the memories of a word",
      operations: OPERATIONS,
      fixtures: ["scope", "secondScope"],
    },
    async (check) => {
      const population = acrossScopes(await settlement(check));
      const patiently = createPatience();
      await check.forEach(scopesOf(population), async (id, one) => {
        const within: MemoryFilter = { scope: id, text: population.word };
        const page = await searchPage(one, { ...fullPage(one.world), ...inputOf(population, { scope: id }) });
        expectNothingElse(
          page.hits,
          { scope: id },
          population.members.map(({ known }) => known),
        );
        // A text that is not heeded beside a scope is no matter of the scope.
        await orCombined(
          one,
          () => patiently(one, () => expectExactly(one, population, within)),
          async () => expectNothingElse(await searchAll(one, inputOf(population, within)), { text: population.word }),
        );
      });
    },
  );
}

function scopesOf({ members }: Population): readonly string[] {
  return [...new Set(members.map(({ known }) => known.scope))];
}

function allScopes(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "memories.search.all-scopes",
      name: "memories of two scopes are found together",
      operations: OPERATIONS,
      fixtures: ["scope", "secondScope"],
    },
    async (check) => {
      const population = acrossScopes(await settlement(check));
      await createPatience()(check, () => expectExactly(check, population, { text: population.word }));
    },
  );
}

/** Combinations of a standard run; each is one request or a few. */
const COMBINATIONS = 45;

function combined(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "memories.search.combined", name: "several filters at once", operations: OPERATIONS },
    async (check) => {
      const population = await settlement(check);
      const patiently = createPatience();
      const judge = async (filter: MemoryFilter, one: CaseContext) => {
        try {
          await patiently(one, () => expectExactly(one, population, filter));
        } catch (error) {
          if (error instanceof Failure) await needEachAlone(one, population, filter);
          throw error;
        }
      };
      if (check.world.budget === "smoke") {
        const filters = allBesideEach(population);
        const [whole] = filters;
        if (whole !== undefined) await patiently(check, () => expectNoneOfAnother(check, population, whole));
        await check.forEach(filters, judge, {
          all: true,
          describe: (filter) => ({ ...filter }) as Json,
        });
      } else await check.property(combinations(population, 2), judge, { cases: COMBINATIONS });
    },
  );
}

/** Ours are in one status or two: in another one none of them is found, whatever else is asked for. */
async function expectNoneOfAnother(check: CaseContext, population: Population, filter: MemoryFilter): Promise<void> {
  const { members, word } = population;
  const told = members.map(({ made }) => made.listed ?? usualStatus(check.world));
  const status = statusesOf(check.world).find((one) => !told.includes(one));
  if (status === undefined) return;
  const ours = (hits: readonly Hit[]) => hits.find(({ id }) => members.some(({ known }) => known.id === id));
  const found = ours(await searchAll(check, { ...inputOf(population, filter), status }));
  if (found !== undefined && ours(await searchAll(check, { ...inputOf(population, { text: word }), status })))
    throw new Inconclusive("the status filter fails beside a text alone", "memories.search.status");
  check.witnessed();
  expectThat(found === undefined, {
    message: `a search by ${inWords({ ...filter, status })} must find no memory of another status`,
    expected: `no memory that is not ${status}`,
    actual: `the memory ${found?.id}`,
    pointer: found?.pointer ?? "",
    keyword: "unwanted",
  });
}

/** The status that ours have, given expressly: nothing of another status comes, and the other filters hold. */
function combinedWithStatus(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "memories.search.combined", name: "a status beside each other filter", operations: OPERATIONS },
    async (check) => {
      const population = await settlement(check);
      const [member] = population.members;
      const status = member?.made.listed ?? usualStatus(check.world);
      const known = population.members.map((one) => one.known);
      const few: MemoryFilter[] = [
        { tags: [population.tag], status },
        { text: population.word, status },
        { text: population.word, tags: [population.tag], status },
      ];
      const patiently = createPatience();
      await check.forEach(few, (filter, one) => patiently(one, () => expectExactly(one, population, filter)));
      const many = known.slice(0, 3).flatMap(({ kind, scope: id }): MemoryFilter[] => [
        { kind, status },
        { scope: id, status },
        { kind, scope: id, status },
      ]);
      await check.forEach(many, async (filter, one) => {
        let isFirst = true;
        for await (const { hits } of firstPages(
          walk(one, { ...fullPage(one.world), ...inputOf(population, filter) }),
        )) {
          one.witnessed();
          onPage(isFirst, () => expectNothingElse(hits, filter, known));
          isFirst = false;
        }
      });
    },
  );
}

/** What a later page does not heed, the first page may have heeded: that is the cursor's failure. */
function onPage(isFirst: boolean, judge: () => void): void {
  try {
    judge();
  } catch (error) {
    if (isFirst || !(error instanceof Failure)) throw error;
    throw new Inconclusive(`on a page after the first: ${error.message}`, "memories.search.cursor-filters");
  }
}

/** Pages of a walk that is not gone to its end. */
const FEW_PAGES = 6;

async function* firstPages<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  let number = 0;
  for await (const page of pages) {
    yield page;
    number += 1;
    if (number === FEW_PAGES) return;
  }
}

/** A filter that is broken by itself is that filter's failure, and no matter of their combination. */
async function needEachAlone(check: CaseContext, population: Population, filter: MemoryFilter): Promise<void> {
  for (const role of rolesOf(filter)) {
    try {
      await expectAlone(check, population, filter, role);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Inconclusive(`the ${role} filter fails by itself: ${error.message}`, FILTER_REQUIREMENTS[role]);
    }
  }
}

async function expectAlone(
  check: CaseContext,
  population: Population,
  filter: MemoryFilter,
  role: FilterRole,
): Promise<void> {
  const alone: MemoryFilter = Object.fromEntries(
    FILTER_ROLES.filter((one) => one === role && filter[one] !== undefined).map((one) => [one, filter[one]]),
  );
  const page = await searchPage(check, { ...fullPage(check.world), ...inputOf(population, alone) });
  const members = population.members.map(({ known }) => known);
  expectNothingElse(page.hits, alone, members);
  const narrow = role === "text" || role === "tags";
  if (narrow) await expectExactly(check, population, alone);
}
