import type { JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { Failure } from "../../outcome/failure.ts";
import { fullPage, idsOf, searchAll, searchPage } from "./listing.ts";
import type { Population } from "./population.ts";

/** What every check of bounds asks. */
export const OPERATIONS = ["search-memories"] as const;

/** The bounds of creation, by role. */
export const BOUNDS = ["createdFrom", "createdTo"] as const;
export type Bound = (typeof BOUNDS)[number];

/** Requirements of the two bounds: on either side, and at the very instant. */
export const REQUIREMENTS = {
  createdFrom: { sides: "memories.search.created-from", edge: "memories.search.created-from-inclusive" },
  createdTo: { sides: "memories.search.created-to", edge: "memories.search.created-to-exclusive" },
} as const;

/** Long before and long after everything that a run makes, by every clock. */
export const PAST = Date.UTC(2001, 1, 3, 4, 5, 6);
export const FUTURE = Date.UTC(2091, 1, 3, 4, 5, 6);
const DAY = 86_400_000;
/** Instants of ours that are tried as bounds at most. */
const SAMPLE = 8;
/** The midnights of UTC around everything that the run made: instants like any others, and no names of whole days. */
export function midnights(population: Population): readonly number[] {
  const times = timesOf(population);
  const [first, last] = [times[0], times.at(-1)];
  return first === undefined || last === undefined ? [] : [first - (first % DAY), last - (last % DAY) + DAY];
}

/** Instants that lie between two creations with room to spare. */
export function between(population: Population): readonly number[] {
  const times = timesOf(population);
  const room = roomOf(population);
  const middles = times.slice(1).flatMap((time, index) => {
    const before = times[index] ?? time;
    return time - before > room ? [Math.floor((before + time) / 2)] : [];
  });
  return sample(middles);
}

/** Whether an instant of milliseconds is in the same hundredth of a second as one shortly before it. */
const isNear = (instant: number, before: number) => Math.floor(instant / 10) === Math.floor(before / 10);

/**
 * As near after one creation as lies surely between that and the next: a bound that is cut to a coarser unit falls behind
 * the one creation then. First of these where the least of such units would do.
 */
export function closeAfter(population: Population): readonly number[] {
  const times = timesOf(population);
  const room = roomOf(population);
  const close = times.slice(1).flatMap((time, index) => {
    const before = times[index] ?? time;
    return time - before > room ? [{ before, instant: before + room / 2 }] : [];
  });
  const first = close.filter(({ before, instant }) => isNear(instant, before));
  return sample([...first, ...close.filter((one) => !first.includes(one))].map(({ instant }) => instant));
}

/**
 * Right before all that the population made, and right after: near enough to show a bound that is cut to the hour or the day
 * where the target tells whole seconds, and nothing lies between two creations.
 */
export function besides(population: Population): readonly number[] {
  const times = timesOf(population);
  const [first, last] = [times[0], times.at(-1)];
  const room = roomOf(population);
  return first === undefined || last === undefined ? [] : [first - room, last + room];
}

/** Milliseconds beyond which two instants are apart, however the target cuts or rounds what it tells. */
function roomOf({ members }: Population): number {
  return 2 * Math.max(...members.map(({ known }) => known.precision)) + 2;
}

export function timesOf({ members }: Population): readonly number[] {
  const times = members.flatMap(({ known }) => (known.createdAt === null ? [] : [known.createdAt]));
  return [...new Set(times)].sort((left, right) => left - right);
}

export function sample<T>(items: readonly T[]): readonly T[] {
  const step = Math.max(1, Math.ceil(items.length / SAMPLE));
  return items.filter((_, index) => index % step === 0);
}

/** Bounds, and other filters, as they are sent. */
export type Filters = JsonObject;

/** What a search of ours finds with these bounds. */
export async function idsAt(check: CaseContext, { base, word }: Population, bounds: Filters) {
  return idsOf(await searchAll(check, { ...base, text: word, ...bounds }));
}

/** A bound that is heeded where it is alone, and not beside a text, is the finding of filters that stand together. */
export async function unlessUnheededBesideText(
  check: CaseContext,
  population: Population,
  bound: Bound,
  judge: () => Promise<void>,
): Promise<void> {
  try {
    await judge();
  } catch (error) {
    if (error instanceof Failure && (await isForgotten(check, population, bound)))
      throw new Inconclusive("the bound has no effect with a text filter", "memories.search.combined");
    throw error;
  }
}

async function isForgotten(check: CaseContext, population: Population, bound: Bound): Promise<boolean> {
  const far = { [bound]: new Date(bound === "createdFrom" ? FUTURE : PAST).toISOString() };
  if ((await idsAt(check, population, far)).length === 0) return false;
  const alone = await searchPage(check, { ...fullPage(check.context), ...population.base, ...far });
  return alone.hits.length === 0;
}
