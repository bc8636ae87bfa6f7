import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import {
  type KnownMemory,
  type MemoryFilter,
  precisionOf,
  rolesOf,
  toParameters,
  verdictOn,
  verdictOnText,
} from "../../models/memory-filters.ts";
import { Failure } from "../../outcome/failure.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { type Hit, type SearchInput, searchAll } from "./listing.ts";
import type { Population } from "./population.ts";

/** Repeats what an index may make late; once something stayed wrong to the end, later attempts do not wait again. */
export function createEventually() {
  let spent = false;
  return async (check: CaseContext, attempt: () => Promise<void>): Promise<void> => {
    if (spent) return attempt();
    try {
      await check.eventually(attempt);
    } catch (error) {
      spent ||= error instanceof Failure;
      throw error;
    }
  };
}

/**
 * Searches to the last page, and fails unless exactly the members that the filter lets in are found. What else is found may
 * be judged by a part of the filter alone.
 */
export async function expectExactly(
  check: CaseContext,
  population: Population,
  filter: MemoryFilter,
  { members = population.members.map(({ known }) => known), judgedBy = filter }: Among = {},
): Promise<void> {
  const hits = await searchAll(check, inputOf(population, filter));
  check.asserted();
  expectNothingElse(hits, judgedBy, members);
  const ids = new Set(hits.map(({ id }) => id));
  const missing = members.filter((one) => verdictOn(one, filter) === "in" && !ids.has(one.id));
  expectThat(missing.length === 0, {
    message: `a search by ${inWords(filter)} must find every memory that matches`,
    expected: `also ${missing[0]?.id} (${JSON.stringify(missing[0]?.content ?? "").slice(0, 80)})`,
    actual: `${hits.length} hits without it`,
    pointer: "/data/hits",
    keyword: "missing",
  });
}

interface Among {
  readonly members?: readonly KnownMemory[];
  readonly judgedBy?: MemoryFilter;
}

/** Fails when a hit contradicts the filter by what it shows, or is a memory of ours that the filter keeps out. */
export function expectNothingElse(
  hits: readonly Hit[],
  filter: MemoryFilter,
  members: readonly KnownMemory[] = [],
): void {
  const known = new Map(members.map((one) => [one.id, one]));
  for (const { id, memory, pointer } of hits) {
    const own = id === null ? undefined : known.get(id);
    const out = own ? verdictOn(own, filter) === "out" : contradicts(memory, filter);
    expectThat(!out, () => ({
      message: `a search by ${inWords(filter)} must find no other memories`,
      expected: JSON.stringify(toParameters(filter)),
      actual: own ? `the memory ${JSON.stringify(own)}` : `a memory that shows something else`,
      pointer,
      keyword: "unwanted",
    }));
  }
}

/** What is sent: the filter, and what makes members listed at all. */
export function inputOf(population: Pick<Population, "base">, filter: MemoryFilter): SearchInput {
  return { ...population.base, ...toParameters(filter) };
}

/** True when a memory that someone else made shows a value that the filter keeps out; what is not shown decides nothing. */
function contradicts(memory: JsonObject, filter: MemoryFilter): boolean {
  const { kind, content, metadata, created_at, status } = memory;
  if (filter.status !== undefined && typeof status === "string" && status !== filter.status) return true;
  if (filter.kind !== undefined && typeof kind === "string" && kind !== filter.kind) return true;
  if (filter.text !== undefined && typeof content === "string" && verdictOnText(content, filter.text) === "out") {
    return true;
  }
  if (filter.tags !== undefined && isObject(metadata) && lacksTag(metadata, filter.tags)) return true;
  if (typeof created_at !== "string") return false;
  const { createdFrom, createdTo } = filter;
  const bounds = {
    ...(createdFrom === undefined ? {} : { createdFrom }),
    ...(createdTo === undefined ? {} : { createdTo }),
  };
  return verdictOn(shownOnly(created_at), bounds) === "out";
}

function lacksTag({ tags }: JsonObject, wanted: readonly string[]): boolean {
  const held: readonly Json[] = Array.isArray(tags) ? tags : [];
  return wanted.some((tag) => !held.includes(tag));
}

function shownOnly(createdAt: string): KnownMemory {
  const precision = precisionOf(createdAt);
  return { id: "", content: "", kind: "", scope: "", tags: [], createdAt: Date.parse(createdAt), precision };
}

/** `kind and tags`. */
export function inWords(filter: MemoryFilter): string {
  return [...rolesOf(filter), ...(filter.status === undefined ? [] : ["status"])].join(" and ");
}
