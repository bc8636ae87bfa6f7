import type { Json } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import {
  type FilterRole,
  type KnownMemory,
  type MemoryFilter,
  rolesOf,
  verdictOn,
} from "../../models/memory-filters.ts";
import { statusesOf } from "../../models/memory-statuses.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck, further } from "../define-check.ts";
import { wholeWalkChecks } from "./complete-walks.ts";
import { expectNothingElse, inputOf } from "./filtering.ts";
import { pageLimitChecks } from "./page-limits.ts";
import { createWalks, pageWalkChecks } from "./page-walks.ts";
import { type Member, type MemoryFixtures, type Population, TAGS } from "./population.ts";
import { walk } from "./walk.ts";

const OPERATIONS = ["search-memories"] as const;

/** Pages hold what was asked for, and a walk through them meets every memory once. */
export function pageChecks(memoryFixtures: MemoryFixtures): Check[] {
  const walks = createWalks(memoryFixtures);
  return [
    ...pageLimitChecks(memoryFixtures, walks),
    ...pageWalkChecks(memoryFixtures, walks),
    keepsTogether(memoryFixtures),
    ...wholeWalkChecks(memoryFixtures),
    ...further([keepsEach(memoryFixtures), keepsStatus(memoryFixtures)]),
  ];
}

/** Filters of which each keeps out much of what the others let in. */
function keepsTogether(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.search.cursor-filters",
      name: "later pages obey each filter",
      operations: OPERATIONS,
    },
    async (check) => {
      const population = await memoryFixtures(check);
      const judge = (filter: MemoryFilter, one: CaseContext) => expectKept(one, population, filter);
      await check.forEach(tellingOnLaterPages(population), judge, {
        all: true,
        describe: (filter) => ({ ...filter }) as Json,
      });
    },
  );
}

/** A kind beside a tag, and a text and a scope beside a bound: each with what is left out between what is let in. */
export function tellingOnLaterPages({
  members,
  tag,
}: Pick<Population, "tag"> & { readonly members: readonly Pick<Member, "known">[] }): readonly MemoryFilter[] {
  const known = members.map((one) => one.known);
  const letIn = (filter: MemoryFilter) => known.filter((one) => verdictOn(one, filter) === "in");
  // Without a part that would be missed more would come, and not only before the first of those that are let in, where no later
  // page leads to.
  const missed = (filter: MemoryFilter, those: readonly KnownMemory[]) =>
    rolesOf(filter).filter((role) => {
      const more = letIn(withoutRole(filter, role)).filter((one) => verdictOn(one, filter) === "out");
      return more.some((one) => role.startsWith("created") || isAmong(one, those));
    }).length;
  // Of those that let in enough, and little more, the one of which the most parts would be missed.
  const lettingIn = (filters: readonly MemoryFilter[]) =>
    filters
      .map((filter) => ({ filter, those: letIn(filter) }))
      .filter(({ those }) => those.length >= MIN_MEMBERS)
      .map(({ filter, those }) => ({ filter, count: those.length, missed: missed(filter, those) }))
      .toSorted((one, other) => other.missed - one.missed || one.count - other.count)
      .slice(0, 1)
      .map(({ filter }) => filter);
  const kinds = [...new Set(known.map(({ kind }) => kind))];
  const tagged = kinds.flatMap((kind) => TAGS.toReversed().map((other) => ({ kind, tags: [tag, other] })));
  const texts = [...new Set(known.map(({ content }) => content.split(" ")[1] ?? ""))];
  const bounds: MemoryFilter[] = [
    ...known.flatMap((_, index) => (index < MEMBERS_AT_AN_END ? [] : boundsAtTheEnds(known, index).slice(0, 1))),
    {},
  ];
  const worded = bounds.flatMap((bound) =>
    texts.flatMap((text) => known.slice(0, 1).map(({ scope }) => ({ text, scope, tags: [tag], ...bound }))),
  );
  return [...lettingIn(tagged), ...lettingIn(worded)];
}

/** Made after one of these, and before another. */
function isAmong({ createdAt }: KnownMemory, others: readonly KnownMemory[]): boolean {
  if (createdAt === null) return true;
  const times = others.map((other) => other.createdAt ?? createdAt);
  return times.some((time) => time < createdAt) && times.some((time) => time > createdAt);
}

function withoutRole(filter: MemoryFilter, role: FilterRole): MemoryFilter {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => name !== role));
}

/** So many are let in at least, so that one of them is on a later page. */
const MIN_MEMBERS = 2;

/** The first pages of a walk, of one memory each, obey its filter: the later ones as the first. */
async function expectKept(check: CaseContext, population: Population, filter: MemoryFilter): Promise<void> {
  const members = population.members.map(({ known }) => known);
  let number = 0;
  for await (const { hits } of walk(check, { ...inputOf(population, filter), limit: 1 })) {
    number += 1;
    if (number > MAX_PAGES) return;
    // What the first page shows beside the filter is not the cursor's doing.
    if (number === 1) requireFirst(() => expectNothingElse(hits, filter, members));
    else {
      check.asserted();
      expectNothingElse(hits, filter, members);
    }
  }
}

/** Filters that one page forgets are seen where what they let in ends soon: after a few words, at the first and last members. */
function keepsEach(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.search.cursor-filters",
      name: "later pages obey a text, or a bound, with a tag",
      operations: OPERATIONS,
    },
    async (check) => {
      const population = await memoryFixtures(check);
      const members = population.members.map(({ known }) => known);
      const words = [...new Set(members.map(({ content }) => content.split(" ")[1] ?? ""))].slice(0, 3);
      const filters: MemoryFilter[] = [...words.map((text) => ({ text })), ...boundsAtTheEnds(members)];
      await check.forEach(
        filters.map((filter) => ({ ...filter, tags: [population.tag] })),
        (filter, one) => expectKept(one, population, filter),
        { describe: (filter) => ({ ...filter }) },
      );
    },
  );
}

/** Bounds that let in the first few members, or the last few. */
function boundsAtTheEnds(members: readonly KnownMemory[], many = MEMBERS_AT_AN_END): MemoryFilter[] {
  const times = members.flatMap(({ createdAt }) => (createdAt === null ? [] : [createdAt])).sort((a, b) => a - b);
  const [early, late] = [times[many - 1], times.at(-many)];
  if (early === undefined || late === undefined || times.length < members.length) return [];
  const step = 2 * Math.max(...members.map(({ precision }) => precision));
  return [{ createdFrom: late - step }, { createdTo: early + step }];
}

const MEMBERS_AT_AN_END = 3;

/** Pages of one walk that are looked at: what a cursor forgets, it forgets at once or soon. */
const MAX_PAGES = 5;

function requireFirst(judge: () => void): void {
  try {
    judge();
  } catch {
    throw new Inconclusive("the first page does not obey the filters either", "memories.search.combined");
  }
}

/** The status too, of which each has its memories, few or many: pages of one each. */
function keepsStatus(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    { requirement: "memories.search.cursor-filters", name: "later pages obey each status", operations: OPERATIONS },
    async (check) => {
      await memoryFixtures(check);
      await check.forEach(statusesOf(check.context), async (status, one) => {
        let number = 0;
        for await (const { hits } of walk(one, { status, limit: 1 })) {
          number += 1;
          if (number > MAX_PAGES) return;
          one.asserted();
          for (const { memory, pointer } of number === 1 ? [] : hits) {
            if (typeof memory.status !== "string") continue;
            expectThat(memory.status === status, {
              message: `every page of a search by the status ${status} must hold memories of that status alone`,
              expected: status,
              actual: memory.status,
              pointer: `${pointer}/status`,
              keyword: "unwanted",
            });
          }
        }
      });
    },
  );
}
