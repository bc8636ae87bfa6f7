import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { parameterSchema, wordsOf } from "../../models/document-facts.ts";
import { instantOf } from "../../models/instant.ts";
import { type MemoryFilter, toParameters } from "../../models/memory-filters.ts";
import { statusesOf, usualStatus } from "../../models/memory-statuses.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { defineCheck } from "../define-check.ts";
import { createPatience, expectNothingElse } from "./filtering.ts";
import { expectFound, fullPage, type Hit, pageWithHits, searchAll } from "./listing.ts";
import { metadataOf } from "./population.ts";

/** Filters hold beside every status, and not beside that alone which a search has without one. */
export function combinedStatusChecks(): Check[] {
  return [
    defineCheck(
      {
        requirement: "memories.search.combined",
        name: "each status filter works with each other filter",
        costly: true,
        operations: ["search-memories", "remember"],
      },
      async (check) => {
        const hit = await specimenOf(check);
        if (hit === null) throw new NotApplicable("only current memories are found");
        const patiently = createPatience();
        await check.forEach(
          filtersBeside(check.world, hit),
          (beside, one) => patiently(one, () => expectHolds(one, hit, beside)),
          { all: true, describe: ({ filter }) => toParameters(filter) },
        );
      },
    ),
  ];
}

/** A memory of the first status but the usual one that has any. */
async function specimenOf(check: CheckContext): Promise<Hit | null> {
  const usual = usualStatus(check.world);
  for (const status of statusesOf(check.world).filter((one) => one !== usual)) {
    const page = await tryOrNull(() => pageWithHits(check, { ...fullPage(check.world), status }));
    const found = page?.hits.find(({ id, memory }) => id !== null && isTold(memory));
    if (found !== undefined) return found;
  }
  return null;
}

function isTold({ kind, content, status }: Hit["memory"]): boolean {
  return [kind, content, status].every((field) => typeof field === "string");
}

interface Beside {
  readonly filter: MemoryFilter;
  /** Whether the memory itself has what is asked for. */
  readonly has: boolean;
}

/** Of each filter one value that keeps the memory out, and of tags one that lets it in. */
function filtersBeside({ document, target }: RunContext, { memory }: Hit): readonly Beside[] {
  const status = String(memory.status);
  const kinds = wordsOf(parameterSchema(document, "search-memories", "kind"), "the kind filter");
  const text = wordsIn(String(memory.content));
  const tags = metadataOf(memory).tags;
  const own = Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string").slice(0, 1) : [];
  const made = instantOf(memory.created_at);
  const otherKinds = kinds.filter((kind) => kind !== memory.kind).slice(0, 1);
  const scope = target.fixtures.scope ?? target.fixtures.secondScope;
  return [
    ...otherKinds.flatMap((kind) => [
      { filter: { status, kind, ...text }, has: false },
      { filter: { status, kind }, has: false },
    ]),
    { filter: { status, text: "qzxqzxqzx" }, has: false },
    ...(own.length === 0 ? [] : [{ filter: { status, tags: own, ...text }, has: true }]),
    { filter: { status, tags: ["qzxqzxqzx"] }, has: false },
    // Whose scope it is of those that others made is not shown: the status holds in each all the same.
    ...(scope === undefined ? [] : [{ filter: { status, scope }, has: false }]),
    ...(Number.isNaN(made)
      ? []
      : [
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
  // Without a tag of its own a status may have more memories than are worth reading.
  const input = toParameters(filter);
  const hits = has
    ? await searchAll(check, input)
    : (await pageWithHits(check, { ...fullPage(check.world), ...input })).hits;
  check.asserted();
  expectNothingElse(hits, filter);
  if (!has || hits.some((hit) => hit.id === id)) return;
  // It may have come to another status in the meantime.
  const still = await pageWithHits(check, { ...fullPage(check.world), status: input.status ?? null });
  if (!still.hits.some((hit) => hit.id === id)) return;
  expectFound(hits, id ?? "", "a memory must be found by its status beside what else it has");
}
