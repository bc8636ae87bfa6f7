import { areAlike } from "../../models/alike.ts";
import {
  contradicted,
  FILTERED_FIELDS,
  givenFilters,
  matches,
  searchedOf,
  type Wanted,
} from "../../models/task-filters.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import type { Listing } from "./listing.ts";
import { type Inhabitant, natureOf } from "./population.ts";
import type { MadeTask } from "./requests.ts";

/** Nothing that is listed contradicts the filters, and where the answer is not full none of ours that match is missing. */
export function expectMatches(listing: Listing, wanted: Wanted, ours: readonly Inhabitant[]): void {
  expectNoneWrong(listing, wanted, ours);
  if (!listing.full) expectNoneMissing(listing, wanted, ours);
}

/** What is let in where a text stands beside the filters: they may be heeded alone, and not together (`spec/echoes.yaml`). */
export const BESIDE_TEXT = "unwanted-beside-text";

/** Nothing that is listed contradicts the filters. */
export function expectNoneWrong(
  listing: Listing,
  wanted: Wanted,
  ours: readonly Inhabitant[],
  keyword = "unwanted",
): void {
  const natures = new Map(ours.map((task) => [task.id, natureOf(task)]));
  for (const [index, task] of listing.tasks.entries()) {
    // A place that a monitor has found broken tells nothing about the filter.
    for (const role of givenFilters(wanted)) valueAt(listing.exchange, `/data/${index}/${FILTERED_FIELDS[role]}`);
    const known = typeof task.id === "string" ? natures.get(task.id) : undefined;
    const wrong = contradicted(task, wanted) ?? (known && !matches(known, wanted) ? contradicted(known, wanted) : null);
    expectThat(wrong === null && (known === undefined || matches(known, wanted)), () => ({
      message: `a listing filtered by ${named(wanted)} must show no other tasks`,
      expected: JSON.stringify(wanted),
      actual: `${wrong?.field ?? "the filtered field"} ${JSON.stringify(wrong?.actual ?? null)} at /data/${index}`,
      pointer: `/data/${index}`,
      keyword,
    }));
  }
}

function expectNoneMissing(listing: Listing, wanted: Wanted, ours: readonly Inhabitant[]): void {
  const missing = ours.filter((task) => matches(natureOf(task), wanted) && !listing.ids.includes(task.id));
  expectThat(missing.length === 0, {
    message: `a listing filtered by ${named(wanted)} must show every visible task that matches`,
    expected: `also ${missing[0]?.id}`,
    actual: `${listing.ids.length} tasks without it`,
    keyword: "missing",
  });
}

/** Of ours exactly those that match and hold the text are listed. */
export function expectExactly(listing: Listing, wanted: Wanted, ours: readonly Inhabitant[], text: string): void {
  expectNoneWrong(listing, wanted, ours, BESIDE_TEXT);
  const holding = ours.filter((task) => holds(task, text));
  expectNoneMissing(listing, wanted, holding);
  const other = ours.find((task) => listing.ids.includes(task.id) && !mayHold(task, text));
  expectThat(other === undefined, {
    message: `a listing filtered by ${named(wanted)} and a text must show no task without the text`,
    expected: `no task ${other?.id}`,
    actual: "it is listed",
    pointer: "/data",
    keyword: "unwanted",
  });
}

/** The filters that are given, in words. */
export function named(wanted: Wanted): string {
  return givenFilters(wanted).join(" and ") || "a text";
}

/** True when a task is found by one of the words that are ours. */
function holds({ asked }: Inhabitant, text: string): boolean {
  return [asked.title, asked.description].some((field) => typeof field === "string" && field.includes(text));
}

/** True where what is searched of a task has anything like the text: a target may look for a few letters of it. */
export function mayHold(task: MadeTask, text: string): boolean {
  return areAlike(writtenIn(task), text);
}

/** What stands in the fields of a task that a text search looks into. */
export function writtenIn(task: MadeTask): string {
  return searchedOf(natureOf(task));
}
