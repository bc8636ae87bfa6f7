import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import {
  type KnownMemory,
  type MemoryFilter,
  matchesFilter,
  matchesText,
  precisionOf,
  rolesOf,
  toParameters,
} from "../../models/memory-filters.ts";
import { Failure } from "../../outcome/failure.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { type Hit, type SearchInput, searchAll } from "./listing.ts";
import type { Population } from "./population.ts";

/**
 * Returns a function that retries an attempt while an index may lag. After one attempt has failed to the end, later
 * ones are not retried.
 */
export function createRetryUntilFailure() {
  let hasFailed = false;
  return async (check: CaseContext, attempt: () => Promise<void>): Promise<void> => {
    if (hasFailed) return attempt();
    try {
      await check.eventually(attempt);
    } catch (error) {
      hasFailed ||= error instanceof Failure;
      throw error;
    }
  };
}

/**
 * Searches to the last page. Fails unless exactly the members that match the filter are found. With `judgedBy`, other
 * hits are judged by only a part of the filter.
 */
export async function expectExactMatches(
  check: CaseContext,
  population: Population,
  filter: MemoryFilter,
  { members = population.members.map(({ known }) => known), judgedBy = filter }: MatchOptions = {},
): Promise<void> {
  const hits = await searchAll(check, inputOf(population, filter));
  check.asserted();
  expectOnlyMatches(hits, judgedBy, members);
  const ids = new Set(hits.map(({ id }) => id));
  const missing = members.filter((memory) => matchesFilter(memory, filter) === "in" && !ids.has(memory.id));
  expectThat(missing.length === 0, {
    message: `a search by ${filterNames(filter)} must find every memory that matches`,
    expected: `also ${missing[0]?.id} (${JSON.stringify(missing[0]?.content ?? "").slice(0, 80)})`,
    actual: `${hits.length} hits without it`,
    pointer: "/data/hits",
    keyword: "missing",
  });
}

interface MatchOptions {
  readonly members?: readonly KnownMemory[];
  readonly judgedBy?: MemoryFilter;
}

/** Fails if a hit shows a value that contradicts the filter, or is a memory of the run that does not match. */
export function expectOnlyMatches(
  hits: readonly Hit[],
  filter: MemoryFilter,
  members: readonly KnownMemory[] = [],
): void {
  const known = new Map(members.map((memory) => [memory.id, memory]));
  for (const { id, memory, pointer } of hits) {
    const member = id === null ? undefined : known.get(id);
    const isExcluded = member ? matchesFilter(member, filter) === "out" : contradicts(memory, filter);
    expectThat(!isExcluded, () => ({
      message: `a search by ${filterNames(filter)} must find no other memories`,
      expected: JSON.stringify(toParameters(filter)),
      actual: member ? `the memory ${JSON.stringify(member)}` : `a memory that shows something else`,
      pointer,
      keyword: "unwanted",
    }));
  }
}

/** Returns the parameters of a search: the filter, and those that make the members listed at all. */
export function inputOf(population: Pick<Population, "base">, filter: MemoryFilter): SearchInput {
  return { ...population.base, ...toParameters(filter) };
}

/**
 * Returns true if a memory of others shows a value that does not match the filter. Values that are not shown prove
 * nothing.
 */
function contradicts(memory: JsonObject, filter: MemoryFilter): boolean {
  const { kind, content, metadata, created_at, status } = memory;
  if (filter.status !== undefined && typeof status === "string" && status !== filter.status) return true;
  if (filter.kind !== undefined && typeof kind === "string" && kind !== filter.kind) return true;
  if (filter.text !== undefined && typeof content === "string" && matchesText(content, filter.text) === "out") {
    return true;
  }
  if (filter.tags !== undefined && isObject(metadata) && lacksTag(metadata, filter.tags)) return true;
  if (typeof created_at !== "string") return false;
  const { createdFrom, createdTo } = filter;
  const bounds = {
    ...(createdFrom === undefined ? {} : { createdFrom }),
    ...(createdTo === undefined ? {} : { createdTo }),
  };
  return matchesFilter(knownFromTime(created_at), bounds) === "out";
}

function lacksTag({ tags }: JsonObject, wanted: readonly string[]): boolean {
  const shownTags: readonly Json[] = Array.isArray(tags) ? tags : [];
  return wanted.some((tag) => !shownTags.includes(tag));
}

function knownFromTime(createdAt: string): KnownMemory {
  const precision = precisionOf(createdAt);
  return { id: "", content: "", kind: "", scope: "", tags: [], createdAt: Date.parse(createdAt), precision };
}

/** Returns the names of the filters: `kind and tags`. */
export function filterNames(filter: MemoryFilter): string {
  return [...rolesOf(filter), ...(filter.status === undefined ? [] : ["status"])].join(" and ");
}
