import type { JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { Failure } from "../../outcome/failure.ts";
import { idsOf, largestLimit, searchAll, searchPage } from "./listing.ts";
import type { Population } from "./population.ts";

/** The operations of every check of bounds. */
export const OPERATIONS = ["search-memories"] as const;

/** The bounds of creation, by role. */
export const BOUNDS = ["createdFrom", "createdTo"] as const;
export type Bound = (typeof BOUNDS)[number];

/** Requirements of the two bounds: for either side, and for the exact instant. */
export const REQUIREMENTS = {
  createdFrom: { sides: "memories.search.created-from", edge: "memories.search.created-from-inclusive" },
  createdTo: { sides: "memories.search.created-to", edge: "memories.search.created-to-exclusive" },
} as const;

/** Long before and long after everything that a run creates, by any clock. */
export const DISTANT_PAST = Date.UTC(2001, 1, 3, 4, 5, 6);
export const DISTANT_FUTURE = Date.UTC(2091, 1, 3, 4, 5, 6);
const DAY = 86_400_000;
/** The maximum number of instants to try as bounds. */
const MAX_INSTANTS = 8;
/**
 * Returns the midnights in UTC around all creations of the run. They must be treated as instants, not as whole days.
 */
export function midnights(population: Population): readonly number[] {
  const times = creationTimesOf(population);
  const [first, last] = [times[0], times.at(-1)];
  return first === undefined || last === undefined ? [] : [first - (first % DAY), last - (last % DAY) + DAY];
}

/** Returns instants well between two creations. */
export function instantsBetween(population: Population): readonly number[] {
  const times = creationTimesOf(population);
  const margin = distinctMarginOf(population);
  const middles = times.slice(1).flatMap((time, index) => {
    const before = times[index] ?? time;
    return time - before > margin ? [Math.floor((before + time) / 2)] : [];
  });
  return sample(middles);
}

/** Returns true if an instant in milliseconds is in the same hundredth of a second as one shortly before it. */
const isInSameHundredth = (instant: number, before: number) => Math.floor(instant / 10) === Math.floor(before / 10);

/**
 * Returns instants as soon after one creation as is certainly between it and the next: a bound that is truncated to a
 * coarser unit is then before that creation. First those that show truncation even to hundredths of a second.
 */
export function instantsCloseAfter(population: Population): readonly number[] {
  const times = creationTimesOf(population);
  const margin = distinctMarginOf(population);
  const candidates = times.slice(1).flatMap((time, index) => {
    const before = times[index] ?? time;
    return time - before > margin ? [{ before, instant: before + margin / 2 }] : [];
  });
  const sameHundredth = candidates.filter(({ before, instant }) => isInSameHundredth(instant, before));
  return sample(
    [...sameHundredth, ...candidates.filter((one) => !sameHundredth.includes(one))].map(({ instant }) => instant),
  );
}

/**
 * Returns the instants just before and just after all creations of the population. They show a bound that is truncated
 * to an hour or a day, even if the target has whole seconds and no instant is between two creations.
 */
export function instantsAround(population: Population): readonly number[] {
  const times = creationTimesOf(population);
  const [first, last] = [times[0], times.at(-1)];
  const margin = distinctMarginOf(population);
  return first === undefined || last === undefined ? [] : [first - margin, last + margin];
}

/**
 * Returns the difference in milliseconds beyond which two instants are distinct, however the target truncates or
 * rounds.
 */
function distinctMarginOf({ members }: Population): number {
  return 2 * Math.max(...members.map(({ known }) => known.precision)) + 2;
}

export function creationTimesOf({ members }: Population): readonly number[] {
  const times = members.flatMap(({ known }) => (known.createdAt === null ? [] : [known.createdAt]));
  return [...new Set(times)].sort((left, right) => left - right);
}

export function sample<T>(items: readonly T[]): readonly T[] {
  const step = Math.max(1, Math.ceil(items.length / MAX_INSTANTS));
  return items.filter((_, index) => index % step === 0);
}

/** Bounds and other filters as parameters. */
export type Filters = JsonObject;

/** Returns the ids that a search with these bounds finds among the population. */
export async function idsWithinBounds(check: CaseContext, { base, word }: Population, bounds: Filters) {
  return idsOf(await searchAll(check, { ...base, text: word, ...bounds }));
}

/**
 * Runs a judgement. A bound that works on its own but not with a text is judged by the requirement on combined filters.
 */
export async function unlessIgnoredWithText(
  check: CaseContext,
  population: Population,
  bound: Bound,
  judge: () => Promise<void>,
): Promise<void> {
  try {
    await judge();
  } catch (error) {
    if (error instanceof Failure && (await isIgnoredWithText(check, population, bound)))
      throw new Inconclusive("the bound has no effect with a text filter", "memories.search.combined");
    throw error;
  }
}

async function isIgnoredWithText(check: CaseContext, population: Population, bound: Bound): Promise<boolean> {
  const distant = { [bound]: new Date(bound === "createdFrom" ? DISTANT_FUTURE : DISTANT_PAST).toISOString() };
  if ((await idsWithinBounds(check, population, distant)).length === 0) return false;
  const alone = await searchPage(check, { ...largestLimit(check.context), ...population.base, ...distant });
  return alone.hits.length === 0;
}
