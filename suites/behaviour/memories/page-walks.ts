import { Inconclusive } from "../../client/inconclusive.ts";
import { once } from "../../engine/cases/once.ts";
import { retryWhileQuiet, whileQuiet } from "../../engine/cases/quiescence.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { statusesOf } from "../../models/memory-statuses.ts";
import { wordOf } from "../../models/words.ts";
import { Failure } from "../../outcome/failure.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { remember, statusFilterOf } from "./claims.ts";
import { createRetryUntilFailure } from "./filtering.ts";
import { type Hit, idsOf, isLastPage, type Page, type SearchInput, searchAll } from "./listing.ts";
import { expectEachWalked, expectWalked, walk } from "./page-walk.ts";
import type { MemoryFixtures, Population } from "./population.ts";
import { requireFound } from "./require-found.ts";

const OPERATIONS = ["search-memories"] as const;
/** A limit with many pages, the last one full, and a limit whose last page has a single memory. */
const LIMITS = [4, 23];

/** A limit so small that the remaining members need more than a page of the default size. */
const SHORT_PAGE = 3;

/** A walk meets every memory once, and ends. */
export function pageWalkChecks(memoryFixtures: MemoryFixtures, walks: Walks): Check[] {
  return [
    eachMemoryReturnedOnce(walks, memoryFixtures),
    walksEnd(walks, memoryFixtures),
    ...completeDuringWrites(),
    equalCreationTimes(),
  ];
}

/** A walk through all members, as far as it went. */
export interface WalkedPages {
  readonly limit: number;
  readonly pages: readonly Page[];
}

/** The walks of a run. */
export type Walks = (check: CheckContext) => Promise<readonly WalkedPages[]>;

/** Returns a function that walks with each limit at the first call, for all checks that judge the walks. */
export function createWalks(memoryFixtures: MemoryFixtures): Walks {
  return once(async (check: CheckContext) => {
    const population = await memoryFixtures(check);
    return Promise.all(LIMITS.map((limit) => walkMembers(check, population, limit)));
  });
}

async function walkMembers(
  check: CaseContext,
  { base, word, members }: Population,
  limit: number,
): Promise<WalkedPages> {
  const pages: Page[] = [];
  const cursors = new Set<string | null>();
  for await (const page of walk(check, { ...base, text: word, limit })) {
    pages.push(page);
    // Empty pages may have a cursor, since later pages may match the filter, but not a repeated one.
    const isContinued = page.ids.length === 0 && !cursors.has(page.next);
    if (pages.length > 3 * members.length && !isContinued) break;
    cursors.add(page.next);
  }
  return { limit, pages };
}

function eachMemoryReturnedOnce(walks: Walks, memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.search.walk",
      name: "a walk through pages returns each memory once",
      operations: OPERATIONS,
    },
    async (check) => {
      const population = await memoryFixtures(check);
      const ids = population.members.map(({ known }) => known.id);
      const retryEventually = createRetryUntilFailure();
      for (const first of await walks(check)) {
        let walked: WalkedPages | null = first;
        // Walks again in case an index lags.
        const attempt = async () => {
          const { limit, pages } = walked ?? (await walkMembers(check, population, first.limit));
          walked = null;
          withEvidence(
            pages.map(({ exchange }) => exchange),
            () =>
              expectEachWalked(
                check,
                pages.flatMap((page) => page.ids),
                ids,
                limit,
              ),
          );
        };
        await retryEventually(check, () => retryWhileQuiet(check.context, attempt));
      }
      // Pages of the default size must also lead to the next one; here, the first page is a shorter one.
      const input = { ...population.base, text: population.word };
      const short = { limit: SHORT_PAGE };
      await retryEventually(check, () => retryWhileQuiet(check.context, () => expectWalked(check, input, ids, short)));
    },
  );
}

function walksEnd(walks: Walks, memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    { requirement: "memories.search.walk-ends", name: "a walk through pages ends", operations: OPERATIONS },
    async (check) => {
      const { members, word } = await memoryFixtures(check);
      for (const { pages } of await walks(check)) {
        requireOnlyMatching(pages, word);
        const cursors = pages.flatMap(({ next }) => (next === null ? [] : [next]));
        const last = pages.at(-1);
        const lastCursor = pages.at(-2)?.next ?? null;
        check.asserted();
        // A cursor may be the same for all of a walk that the server keeps. Only the end counts.
        withEvidence(last ? [last.exchange] : [], () =>
          expectThat(last !== undefined && isLastPage(last, lastCursor), {
            message: "a walk through pages must end",
            expected: `an end after ${members.length} memories`,
            actual: `${pages.length} pages, with ${new Set(cursors).size} different cursors`,
            pointer: "/data/nextCursor",
            keyword: "endless",
          }),
        );
      }
    },
  );
}

/**
 * Throws `Inconclusive` if the walk shows memories that its filter excludes: then it may be endless, and another
 * requirement judges that.
 */
function requireOnlyMatching(pages: readonly Page[], word: string): void {
  const hits = pages.flatMap((page) => page.hits);
  if (hits.every(({ memory }) => typeof memory.content !== "string" || memory.content.includes(word))) return;
  throw new Inconclusive("the walk shows memories that its filter excludes", "memories.search.cursor-filters");
}

/** The number of memories that exist before others are created: enough to read a page between any two creations. */
const EXISTING_MEMORIES = 5;

/**
 * A walk returns memories that existed before it, whatever is written during it, and should return each only once. If
 * recalls of the run may have changed the order, the walk is repeated when no recall is in progress.
 */
function completeDuringWrites(): Check[] {
  const firstWalk = once((check: CheckContext) => walkWhileWriting(check, "walked while writing", (act) => act()));
  const walkWithoutRecalls = once((check: CheckContext) =>
    walkWhileWriting(check, "walked again while writing", (act) => whileQuiet(check.context, ["recall"], act)),
  );
  const walkCheck = (requirement: string, name: string, isAllowed: (times: number) => boolean) =>
    defineCheck({ requirement, name, operations: ["remember", "search-memories"] }, async (check) => {
      const judge = ({ limit, pages, ids }: WalkDuringWrites) => {
        const walkedIds = pages.flatMap((page) => page.ids);
        withEvidence(
          pages.map(({ exchange }) => exchange),
          () => expectEachWalked(check, walkedIds, ids, limit, isAllowed),
        );
      };
      try {
        judge(await firstWalk(check));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        judge(await walkWithoutRecalls(check));
      }
    });
  return [
    walkCheck("memories.search.walk", "a walk during writes returns each earlier memory", (times) => times > 0),
    walkCheck(
      "memories.search.walk-while-writing",
      "a walk during writes returns no memory twice",
      (times) => times === 1,
    ),
  ];
}

/** A walk, with the ids of the memories that existed before it. */
interface WalkDuringWrites extends WalkedPages {
  readonly ids: readonly string[];
}

async function walkWhileWriting(
  check: CheckContext,
  name: string,
  runWalk: (act: () => Promise<void>) => Promise<void>,
): Promise<WalkDuringWrites> {
  const word = wordOf(check.context, name);
  const create = (key: string) =>
    remember(check, `${name} ${key}`, { content: `${word} ${wordOf(check.context, `${name} ${key}`)} stands here` });
  const existing = await Promise.all(
    Array.from({ length: EXISTING_MEMORIES }, (_, index) => create(`standing ${index}`)),
  );
  await requireFound(check, existing, { text: word });
  const ids = existing.map(({ id }) => id);
  const base = existing[0] ? statusFilterOf(existing[0]) : {};
  const limit = 2;
  const pages: Page[] = [];
  await runWalk(async () => {
    for await (const page of walk(check, { ...base, text: word, limit })) {
      pages.push(page);
      if (page.next !== null && pages.length <= 3) await create(`between pages ${pages.length}`);
    }
  });
  return { limit, pages, ids };
}

function equalCreationTimes(): Check {
  return defineCheck(
    {
      requirement: "memories.search.walk",
      name: "a walk through memories with equal creation times returns each once",
      operations: OPERATIONS,
      fixtures: ["memories.equalInstants"],
      writes: false,
      runsEarly: true,
    },
    async (check) => {
      const { tag = "", ids = [] } = check.context.target.fixtures.memories?.equalInstants ?? {};
      const { filter, hits } = await filterOfTag(check, tag);
      // With one more filter, since the position of a page may be computed differently then.
      const ofOneKind = withMostFrequentKind(hits, filter, ids);
      await retryWhileQuiet(check.context, () => expectWalked(check, { ...ofOneKind.input, limit: 2 }, ofOneKind.ids));
    },
  );
}

/** Returns the memories of the most frequent kind, as found without that filter; all of them if those are too few. */
function withMostFrequentKind(hits: readonly Hit[], filter: SearchInput, ids: readonly string[]) {
  const kind = mostFrequentKind(hits);
  const found = idsOf(hits.filter(({ memory }) => memory.kind === kind)).filter((one) => ids.includes(one));
  if (kind === undefined || found.length < MIN_OF_ONE_KIND) return { input: filter, ids };
  return { input: { ...filter, kind }, ids: found };
}

function mostFrequentKind(hits: readonly Hit[]): string | undefined {
  const kinds = new Set(hits.map(({ memory }) => memory.kind).filter((kind) => typeof kind === "string"));
  return [...kinds].toSorted((one, other) => countOfKind(hits, other) - countOfKind(hits, one))[0];
}

function countOfKind(hits: readonly Hit[], kind: string): number {
  return hits.filter(({ memory }) => memory.kind === kind).length;
}

/** Enough memories for a page of two and another page. */
const MIN_OF_ONE_KIND = 3;

/** Finds the memories of a tag from the target file, with their status if that is not the default one. */
async function filterOfTag(check: CheckContext, tag: string): Promise<{ filter: SearchInput; hits: readonly Hit[] }> {
  const tagged = { tags: [tag] };
  const statuses = statusesOf(check.context);
  for (const filter of [tagged, ...statuses.map((status) => ({ ...tagged, status }))]) {
    const hits = await searchAll(check, filter);
    if (hits.length > 0) return { filter, hits };
  }
  return { filter: tagged, hits: [] };
}
