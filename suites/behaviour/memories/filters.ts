import type { CaseContext, Check } from "../../engine/check.ts";
import { Failure, Inconclusive } from "../../engine/outcome.ts";
import { FILTER_ROLES, type FilterRole, type MemoryFilter, rolesOf } from "../../models/memory-filters.ts";
import { defineCheck } from "../define-check.ts";
import { parameterSchema, wordsOf } from "../document-facts.ts";
import { combinations } from "./combinations.ts";
import { createPatience, expectExactly, expectNothingElse, inputOf } from "./filtering.ts";
import { fullPage, searchPage } from "./listing.ts";
import { acrossScopes, type Population, type Settlement } from "./population.ts";

const OPERATIONS = ["search-memories"] as const;

/** The requirement of each filter. */
const REQUIREMENTS: Readonly<Record<FilterRole, string>> = {
  kind: "memories.search.kind",
  scope: "memories.search.scope",
  text: "memories.search.text",
  tags: "memories.search.tags",
  createdFrom: "memories.search.created-from",
  createdTo: "memories.search.created-to",
};

/** Filters find what matches and nothing else: by kind, by scope, and any of them together. */
export function filterChecks(settlement: Settlement): Check[] {
  return [
    kindAlone(settlement),
    kindAmongOurs(settlement),
    scope(settlement),
    allScopes(settlement),
    combined(settlement),
  ];
}

function kindAlone(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "memories.search.kind", name: "each kind, without any other filter", operations: OPERATIONS },
    async (check) => {
      const population = await settlement(check);
      const members = population.members.map(({ known }) => known);
      await check.forEach(kindsOf(check), async (kind, one) => {
        const page = await searchPage(one, { ...fullPage(one.world), ...inputOf(population, { kind }) });
        one.witnessed();
        expectNothingElse(page.hits, { kind }, members);
      });
    },
  );
}

function kindAmongOurs(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "memories.search.kind", name: "each kind, among the memories of a tag", operations: OPERATIONS },
    async (check) => {
      const population = await settlement(check);
      const patiently = createPatience();
      await check.forEach(kindsOf(check), async (kind, one) => {
        await patiently(one, () => expectExactly(one, population, { kind, tags: [population.tag] }));
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
        await patiently(one, () => expectExactly(one, population, { scope: id, text: population.word }));
        const page = await searchPage(one, { ...fullPage(one.world), ...inputOf(population, { scope: id }) });
        expectNothingElse(
          page.hits,
          { scope: id },
          population.members.map(({ known }) => known),
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
      await check.property(
        combinations(population, 2),
        async (filter, one) => {
          try {
            await patiently(one, () => expectExactly(one, population, filter));
          } catch (error) {
            if (error instanceof Failure) await needEachAlone(one, population, filter);
            throw error;
          }
        },
        { cases: COMBINATIONS },
      );
    },
  );
}

/** A filter that is broken by itself is that filter's failure, and no matter of their combination. */
async function needEachAlone(check: CaseContext, population: Population, filter: MemoryFilter): Promise<void> {
  for (const role of rolesOf(filter)) {
    try {
      await expectAlone(check, population, filter, role);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Inconclusive(`the ${role} filter fails by itself: ${error.message}`, REQUIREMENTS[role]);
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
