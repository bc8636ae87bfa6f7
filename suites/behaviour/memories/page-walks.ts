import { Inconclusive } from "../../client/unanswered.ts";
import { once } from "../../engine/cases/once.ts";
import { retryWhileQuiet, whileQuiet } from "../../engine/cases/quiescence.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { statusesOf } from "../../models/memory-statuses.ts";
import { wordOf } from "../../models/words.ts";
import { Failure } from "../../outcome/failure.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { defineCheck } from "../define-check.ts";
import { baseOf, remember } from "./claims.ts";
import { createEventually } from "./filtering.ts";
import { type Hit, idsOf, isLast, type Page, type SearchInput, searchAll } from "./listing.ts";
import type { MemoryFixtures, Population } from "./population.ts";
import { requireFound } from "./visible.ts";
import { expectMet, expectWalked, walk } from "./walk.ts";

const OPERATIONS = ["search-memories"] as const;
/** One that makes many pages, the last of them full, and one that leaves a single member. */
const LIMITS = [4, 23];

/** So few that what is left of the members is more than a page of the usual size. */
const SHORT = 3;

/** A walk meets every memory once, and comes to an end. */
export function pageWalkChecks(memoryFixtures: MemoryFixtures, walks: Walks): Check[] {
  return [meetsEach(walks, memoryFixtures), ends(walks, memoryFixtures), ...whileWriting(), equalInstants()];
}

/** A walk through all members, as far as it went. */
export interface Walked {
  readonly limit: number;
  readonly pages: readonly Page[];
}

/** The walks of a run. */
export type Walks = (check: CheckContext) => Promise<readonly Walked[]>;

/** Walks with each limit at the first call, for all checks that judge them. */
export function createWalks(memoryFixtures: MemoryFixtures): Walks {
  return once(async (check: CheckContext) => {
    const population = await memoryFixtures(check);
    return Promise.all(LIMITS.map((limit) => walkThrough(check, population, limit)));
  });
}

async function walkThrough(check: CaseContext, { base, word, members }: Population, limit: number): Promise<Walked> {
  const pages: Page[] = [];
  const cursors = new Set<string | null>();
  for await (const page of walk(check, { ...base, text: word, limit })) {
    pages.push(page);
    // Empty pages may lead on, to what a filter lets through, but not under a cursor that was given before.
    const leadsOn = page.ids.length === 0 && !cursors.has(page.next);
    if (pages.length > 3 * members.length && !leadsOn) break;
    cursors.add(page.next);
  }
  return { limit, pages };
}

function meetsEach(walks: Walks, memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    { requirement: "memories.search.walk", name: "walks return each memory once", operations: OPERATIONS },
    async (check) => {
      const population = await memoryFixtures(check);
      const ids = population.members.map(({ known }) => known.id);
      const patiently = createEventually();
      for (const first of await walks(check)) {
        let walked: Walked | null = first;
        // An index that lags here and there is walked through again.
        const attempt = async () => {
          const { limit, pages } = walked ?? (await walkThrough(check, population, first.limit));
          walked = null;
          judging(
            pages.map(({ exchange }) => exchange),
            () =>
              expectMet(
                check,
                pages.flatMap((page) => page.ids),
                ids,
                limit,
              ),
          );
        };
        await patiently(check, () => retryWhileQuiet(check.context, attempt));
      }
      // A page of the usual size leads on as well, here one that follows a shorter one.
      const input = { ...population.base, text: population.word };
      const short = { limit: SHORT };
      await patiently(check, () => retryWhileQuiet(check.context, () => expectWalked(check, input, ids, short)));
    },
  );
}

function ends(walks: Walks, memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    { requirement: "memories.search.walk-ends", name: "walks end", operations: OPERATIONS },
    async (check) => {
      const { members, word } = await memoryFixtures(check);
      for (const { pages } of await walks(check)) {
        requireOwn(pages, word);
        const cursors = pages.flatMap(({ next }) => (next === null ? [] : [next]));
        const last = pages.at(-1);
        const led = pages.at(-2)?.next ?? null;
        check.asserted();
        // One cursor may stand for all of a walk that the server keeps: it is enough that there is an end.
        judging(last ? [last.exchange] : [], () =>
          expectThat(last !== undefined && isLast(last, led), {
            message: "a walk through pages must come to an end",
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

/** A walk that has lost its filter may well be endless, and is that requirement's failure. */
function requireOwn(pages: readonly Page[], word: string): void {
  const hits = pages.flatMap((page) => page.hits);
  if (hits.every(({ memory }) => typeof memory.content !== "string" || memory.content.includes(word))) return;
  throw new Inconclusive("the walk shows memories that its filter excludes", "memories.search.cursor-filters");
}

/** Memories that stand while others are created: enough for a page to be read between any two that are. */
const STANDING = 5;

/**
 * Memories that were there before the walk are met, whoever writes what in between; and once each, if all is well. Where
 * recalls of the run may have moved them, others are walked through without any.
 */
function whileWriting(): Check[] {
  const walked = once((check: CheckContext) => walkWhileWriting(check, "walked while writing", (act) => act()));
  const walkedStill = once((check: CheckContext) =>
    walkWhileWriting(check, "walked again while writing", (act) => whileQuiet(check.context, ["recall"], act)),
  );
  const judged = (requirement: string, name: string, isAllowed: (times: number) => boolean) =>
    defineCheck({ requirement, name, operations: ["remember", "search-memories"] }, async (check) => {
      const judge = ({ limit, pages, ids }: WalkedAmong) => {
        const met = pages.flatMap((page) => page.ids);
        judging(
          pages.map(({ exchange }) => exchange),
          () => expectMet(check, met, ids, limit, isAllowed),
        );
      };
      try {
        judge(await walked(check));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        judge(await walkedStill(check));
      }
    });
  return [
    judged("memories.search.walk", "walks amid writes miss nothing", (times) => times > 0),
    judged("memories.search.walk-while-writing", "walks amid writes repeat nothing", (times) => times === 1),
  ];
}

/** A walk among others, with those that stood there before it. */
interface WalkedAmong extends Walked {
  readonly ids: readonly string[];
}

async function walkWhileWriting(
  check: CheckContext,
  what: string,
  walking: (act: () => Promise<void>) => Promise<void>,
): Promise<WalkedAmong> {
  const word = wordOf(check.context, what);
  const make = (key: string) =>
    remember(check, `${what} ${key}`, { content: `${word} ${wordOf(check.context, `${what} ${key}`)} stands here` });
  const standing = await Promise.all(Array.from({ length: STANDING }, (_, index) => make(`standing ${index}`)));
  await requireFound(check, standing, { text: word });
  const ids = standing.map(({ id }) => id);
  const base = standing[0] ? baseOf(standing[0]) : {};
  const limit = 2;
  const pages: Page[] = [];
  await walking(async () => {
    for await (const page of walk(check, { ...base, text: word, limit })) {
      pages.push(page);
      if (page.next !== null && pages.length <= 3) await make(`between pages ${pages.length}`);
    }
  });
  return { limit, pages, ids };
}

function equalInstants(): Check {
  return defineCheck(
    {
      requirement: "memories.search.walk",
      name: "walks through memories with equal times return each once",
      operations: OPERATIONS,
      fixtures: ["memories.equalInstants"],
      writes: false,
      early: true,
    },
    async (check) => {
      const { tag = "", ids = [] } = check.context.target.fixtures.memories?.equalInstants ?? {};
      const { filter, hits } = await filterOfTag(check, tag);
      // Beside one more filter: where a page ends may be told in another way there.
      const alike = besideKind(hits, filter, ids);
      await retryWhileQuiet(check.context, () => expectWalked(check, { ...alike.input, limit: 2 }, alike.ids));
    },
  );
}

/** Those of the kind that most of them have, as they were found without it; all of them where that is too few. */
function besideKind(hits: readonly Hit[], filter: SearchInput, ids: readonly string[]) {
  const kind = usualKind(hits);
  const found = idsOf(hits.filter(({ memory }) => memory.kind === kind)).filter((one) => ids.includes(one));
  if (kind === undefined || found.length < FEW_OF_ONE_INSTANT) return { input: filter, ids };
  return { input: { ...filter, kind }, ids: found };
}

function usualKind(hits: readonly Hit[]): string | undefined {
  const kinds = new Set(hits.map(({ memory }) => memory.kind).filter((kind) => typeof kind === "string"));
  return [...kinds].toSorted((one, other) => ofKind(hits, other) - ofKind(hits, one))[0];
}

function ofKind(hits: readonly Hit[], kind: string): number {
  return hits.filter(({ memory }) => memory.kind === kind).length;
}

/** So many make a page of two and another one. */
const FEW_OF_ONE_INSTANT = 3;

/** Finds what the target file names by its tag, with its status where that is not the one of a search without. */
async function filterOfTag(check: CheckContext, tag: string): Promise<{ filter: SearchInput; hits: readonly Hit[] }> {
  const tagged = { tags: [tag] };
  const statuses = statusesOf(check.context);
  for (const filter of [tagged, ...statuses.map((status) => ({ ...tagged, status }))]) {
    const hits = await searchAll(check, filter);
    if (hits.length > 0) return { filter, hits };
  }
  return { filter: tagged, hits: [] };
}
