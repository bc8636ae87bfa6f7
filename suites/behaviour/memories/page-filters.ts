import type { Json } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import {
  type FilterRole,
  type KnownMemory,
  type MemoryFilter,
  matchesFilter,
  rolesOf,
} from "../../models/memory-filters.ts";
import { defineCheck } from "../define-check.ts";
import { completeWalkChecks } from "./complete-walks.ts";
import { expectOnlyMatches, inputOf } from "./filtering.ts";
import { pageLimitChecks } from "./page-limits.ts";
import { walk } from "./page-walk.ts";
import { createWalks, pageWalkChecks } from "./page-walks.ts";
import { type Member, type MemoryFixtures, type Population, TAGS } from "./population.ts";

const OPERATIONS = ["search-memories"] as const;

/** Checks that pages match the request, and that a walk through them meets every memory once. */
export function pageChecks(memoryFixtures: MemoryFixtures): Check[] {
  const walks = createWalks(memoryFixtures);
  return [
    ...pageLimitChecks(memoryFixtures),
    ...pageWalkChecks(memoryFixtures, walks),
    laterPagesFiltered(memoryFixtures),
    ...completeWalkChecks(memoryFixtures),
  ];
}

/** Filters each of which excludes many memories that the others include. */
function laterPagesFiltered(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.search.cursor-filters",
      name: "later pages match each filter",
      operations: OPERATIONS,
    },
    async (check) => {
      const population = await memoryFixtures(check);
      const judge = (filter: MemoryFilter, testCase: CaseContext) =>
        expectLaterPagesFiltered(testCase, population, filter);
      await check.forEach(filtersForLaterPages(population), judge, {
        all: true,
        describe: (filter) => ({ ...filter }) as Json,
      });
    },
  );
}

/**
 * Returns two filters, a kind with a tag, and a text and scope with a bound: for each, excluded members lie between the
 * included ones.
 */
export function filtersForLaterPages({
  members,
  tag,
}: Pick<Population, "tag"> & { readonly members: readonly Pick<Member, "known">[] }): readonly MemoryFilter[] {
  const known = members.map((one) => one.known);
  const matching = (filter: MemoryFilter) => known.filter((memory) => matchesFilter(memory, filter) === "in");
  // Counts the parts of a filter whose absence shows: more members would match, and not only ones before the first
  // included member, which no later page reaches.
  const effectiveRoleCount = (filter: MemoryFilter, included: readonly KnownMemory[]) =>
    rolesOf(filter).filter((role) => {
      const newlyIncluded = matching(withoutRole(filter, role)).filter(
        (memory) => matchesFilter(memory, filter) === "out",
      );
      return newlyIncluded.some((memory) => role.startsWith("created") || isCreatedBetween(memory, included));
    }).length;
  // Of the filters that match enough members, the one with the most such parts and, among those, with the fewest
  // members.
  const mostEffective = (filters: readonly MemoryFilter[]) =>
    filters
      .map((filter) => ({ filter, those: matching(filter) }))
      .filter(({ those }) => those.length >= MIN_MEMBERS)
      .map(({ filter, those }) => ({ filter, count: those.length, missed: effectiveRoleCount(filter, those) }))
      .toSorted((one, other) => other.missed - one.missed || one.count - other.count)
      .slice(0, 1)
      .map(({ filter }) => filter);
  const kinds = [...new Set(known.map(({ kind }) => kind))];
  const tagged = kinds.flatMap((kind) => TAGS.toReversed().map((other) => ({ kind, tags: [tag, other] })));
  const texts = [...new Set(known.map(({ content }) => content.split(" ")[1] ?? ""))];
  const bounds: MemoryFilter[] = [
    ...known.flatMap((_, index) => (index < MEMBERS_AT_END ? [] : boundsOfEnds(known, index).slice(0, 1))),
    {},
  ];
  const worded = bounds.flatMap((bound) =>
    texts.flatMap((text) =>
      known.slice(0, 1).map(({ scope }) => ({ text, ...(scope === null ? {} : { scope }), tags: [tag], ...bound })),
    ),
  );
  return [...mostEffective(tagged), ...mostEffective(worded)];
}

/** Returns true if a memory was created after one of these and before another. */
function isCreatedBetween({ createdAt }: KnownMemory, others: readonly KnownMemory[]): boolean {
  if (createdAt === null) return true;
  const times = others.map((other) => other.createdAt ?? createdAt);
  return times.some((time) => time < createdAt) && times.some((time) => time > createdAt);
}

function withoutRole(filter: MemoryFilter, role: FilterRole): MemoryFilter {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => name !== role));
}

/** The minimum number of members that match, so that one of them is on a later page. */
const MIN_MEMBERS = 2;

/** Fails if a later page of a walk, of one memory each, does not match the filter as the first page does. */
async function expectLaterPagesFiltered(
  check: CaseContext,
  population: Population,
  filter: MemoryFilter,
): Promise<void> {
  const members = population.members.map(({ known }) => known);
  let number = 0;
  for await (const { hits } of walk(check, { ...inputOf(population, filter), limit: 1 })) {
    number += 1;
    if (number > MAX_PAGES) return;
    // Wrong hits on the first page are not due to the cursor.
    if (number === 1) requireFirstPageFiltered(() => expectOnlyMatches(hits, filter, members));
    else {
      check.asserted();
      expectOnlyMatches(hits, filter, members);
    }
  }
}

/** Returns bounds that include the first few members, or the last few. */
function boundsOfEnds(members: readonly KnownMemory[], count = MEMBERS_AT_END): MemoryFilter[] {
  const times = members.flatMap(({ createdAt }) => (createdAt === null ? [] : [createdAt])).sort((a, b) => a - b);
  const [endOfFirst, startOfLast] = [times[count - 1], times.at(-count)];
  if (endOfFirst === undefined || startOfLast === undefined || times.length < members.length) return [];
  const step = 2 * Math.max(...members.map(({ precision }) => precision));
  return [{ createdFrom: startOfLast - step }, { createdTo: endOfFirst + step }];
}

const MEMBERS_AT_END = 3;

/** The number of pages of one walk that are judged: a cursor that loses a filter loses it on one of the first pages. */
const MAX_PAGES = 5;

function requireFirstPageFiltered(judge: () => void): void {
  try {
    judge();
  } catch {
    throw new Inconclusive("the first page does not match the filters either", "memories.search.combined");
  }
}
