import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { parameterSchema, wordsOf } from "../../models/document-facts.ts";
import { instantOf } from "../../models/instant.ts";
import { type MemoryFilter, toParameters } from "../../models/memory-filters.ts";
import { statusesOf, usualStatus } from "../../models/memory-statuses.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { defineCheck } from "../define-check.ts";
import { needSoon } from "../preconditions.ts";
import { expectExpired, type Mortality, untilOver } from "./expiry.ts";
import { createPatience, expectNothingElse } from "./filtering.ts";
import { expectFound, fullPage, type Hit, pageWithHits, searchAll } from "./listing.ts";
import { metadataOf } from "./population.ts";

/** Filters hold beside every status, and not beside that alone which a search has without one. */
export function combinedStatusChecks(mortality: Mortality): Check[] {
  return [
    defineCheck(
      {
        requirement: "memories.search.combined",
        name: "each other filter beside each status, with what a memory of that status shows",
        wide: true,
        dear: true,
        operations: ["search-memories", "remember"],
      },
      async (check) => {
        const small = check.world.budget === "smoke";
        const specimens = small ? await specimenOf(check) : await allSpecimens(check, mortality);
        if (specimens.length === 0) throw new NotApplicable("memories of no other status than the usual one are found");
        const patiently = createPatience();
        const cases = specimens.flatMap((hit) => {
          const filters = filtersBeside(check.world, hit);
          return (small ? oneOfEach(filters) : filters).map((filter) => ({ hit, filter }));
        });
        await check.forEach(cases, ({ hit, filter }, one) => patiently(one, () => expectHolds(one, hit, filter)), {
          all: true,
          describe: ({ filter }) => toParameters(filter.filter),
        });
      },
    ),
  ];
}

/** Of each filter one value that keeps the memory out, and of tags one that lets it in. */
function oneOfEach(filters: readonly Beside[]): readonly Beside[] {
  const seen = new Set<string>();
  return filters.filter(({ filter, has }) => {
    const kind = `${Object.keys(filter).join()} ${has}`;
    const isNew = !seen.has(kind) && (!has || filter.tags !== undefined);
    seen.add(kind);
    return isNew && (!has || filter.kind === undefined);
  });
}

async function allSpecimens(check: CheckContext, mortality: Mortality): Promise<readonly Hit[]> {
  const expired = await tryOrNull(() => expiredOne(check, mortality));
  return [...(expired === null ? [] : [expired]), ...(await specimensOf(check))];
}

/** A memory of the first status but the usual one that has any. */
async function specimenOf(check: CheckContext): Promise<readonly Hit[]> {
  for (const status of unusualStatuses(check.world)) {
    const found = await specimensIn(check, status);
    if (found.length > 0) return found;
  }
  return [];
}

/** One of the run's own, of which everything is known; Inconclusive where none expires. */
async function expiredOne(check: CheckContext, mortality: Mortality): Promise<Hit | null> {
  const { made, overAt } = await mortality(check);
  await untilOver(check, overAt);
  return needSoon(check, "memories.expiry.status", async () => {
    await expectExpired(check, made);
    const hits = await searchAll(check, { status: "expired", text: made.word });
    return hits.find(({ id, memory }) => id === made.id && isTold(memory)) ?? null;
  });
}

/** A memory of each status but the usual one, as far as there are any. */
async function specimensOf(check: CheckContext): Promise<readonly Hit[]> {
  return (await Promise.all(unusualStatuses(check.world).map((status) => specimensIn(check, status)))).flat();
}

function unusualStatuses(world: RunContext): readonly string[] {
  const usual = usualStatus(world);
  return statusesOf(world).filter((status) => status !== usual);
}

async function specimensIn(check: CheckContext, status: string): Promise<readonly Hit[]> {
  const page = await tryOrNull(() => pageWithHits(check, { ...fullPage(check.world), status }));
  return page?.hits.filter(({ id, memory }) => id !== null && isTold(memory)).slice(0, 1) ?? [];
}

function isTold({ kind, content, status }: Hit["memory"]): boolean {
  return [kind, content, status].every((field) => typeof field === "string");
}

interface Beside {
  readonly filter: MemoryFilter;
  /** Whether the memory itself has what is asked for. */
  readonly has: boolean;
}

/** What the memory has, filter by filter, and what it has not. */
function filtersBeside({ document, target }: RunContext, { memory }: Hit): readonly Beside[] {
  const status = String(memory.status);
  const kinds = wordsOf(parameterSchema(document, "search-memories", "kind"), "the kind filter");
  const text = wordsIn(String(memory.content));
  const tags = metadataOf(memory).tags;
  const own = Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string").slice(0, 1) : [];
  const made = instantOf(memory.created_at);
  return [
    ...kinds.map((kind) => ({ filter: { status, kind, ...text }, has: kind === memory.kind })),
    ...kinds.map((kind) => ({ filter: { status, kind }, has: kind === memory.kind })),
    { filter: { status, text: "qzxqzxqzx" }, has: false },
    ...(own.length === 0 ? [] : [{ filter: { status, tags: own, ...text }, has: true }]),
    { filter: { status, tags: ["qzxqzxqzx"] }, has: false },
    // Whose scope it is of those that others made is not shown: the status holds in each all the same.
    ...[target.fixtures.scope, target.fixtures.secondScope].flatMap((scope) =>
      scope === undefined ? [] : [{ filter: { status, scope }, has: false }],
    ),
    ...(Number.isNaN(made)
      ? []
      : [
          { filter: { status, createdFrom: made - ROOM_MS, createdTo: made + ROOM_MS, ...text }, has: true },
          { filter: { status, createdTo: made - ROOM_MS }, has: false },
          { filter: { status, createdFrom: made + ROOM_MS }, has: false },
        ]),
  ];
}

/** Further than any precision of a time that is shown. */
const ROOM_MS = 60_000;

/** A part of the content that a search takes as it is. */
function wordsIn(content: string): { text?: string } {
  const part = /[\p{L}\p{N}]+(?: [\p{L}\p{N}]+){0,5}/u.exec(content)?.[0];
  return part === undefined ? {} : { text: part };
}

async function expectHolds(check: CaseContext, { id }: Hit, { filter, has }: Beside): Promise<void> {
  // Without a text or a tag of its own a status may have more memories than are worth reading.
  const narrow = has && (filter.text !== undefined || filter.tags !== undefined);
  const input = toParameters(filter);
  const hits = narrow
    ? await searchAll(check, input)
    : (await pageWithHits(check, { ...fullPage(check.world), ...input })).hits;
  check.asserted();
  expectNothingElse(hits, filter);
  if (!narrow || hits.some((hit) => hit.id === id)) return;
  // It may have come to another status in the meantime.
  const still = await pageWithHits(check, { ...fullPage(check.world), status: input.status ?? null });
  if (!still.hits.some((hit) => hit.id === id)) return;
  expectFound(hits, id ?? "", "a memory must be found by its status beside what else it has");
}
