import { type Exchange, statusOf } from "../client/exchange.ts";
import { orNull } from "../engine/cases/attempt.ts";
import type { CheckContext, Observer } from "../engine/check/check.ts";
import { statusAndCode } from "../verifiers/expect.ts";

type Fields = Pick<Observer, "name" | "operations"> & Partial<Pick<Observer, "fixtures" | "writes">>;

/** Returns an observer of open points that, unless `fields` overrides it, needs no fixture and writes. */
export function defineObserver(fields: Fields, run: (check: CheckContext) => Promise<void>): Observer {
  return { fixtures: [], writes: true, ...fields, run };
}

/** Runs all observers. One that cannot answer here leaves its point open and does not stop the others. */
export async function observeEach(observers: readonly (() => Promise<void>)[]): Promise<void> {
  for (const observe of observers) await orNull(observe);
}

/**
 * The behaviour of a target at an open point, with evidence. Two runs against one target must give the same answer, so
 * facts that depend on the run, such as a number of hits or milliseconds, belong in the evidence.
 */
export interface ObservedAnswer {
  readonly answer: string;
  readonly evidence: string;
}

/**
 * Returns an observer of one open point that, unless `fields` overrides it, leaves no trace on the target. A null
 * answer leaves the point open.
 */
export function openPointObserver(
  openPoint: string,
  fields: Omit<Fields, "name">,
  observe: (check: CheckContext) => Promise<ObservedAnswer | null>,
): Observer {
  return defineObserver({ name: openPoint, writes: false, ...fields }, async (check) => {
    const observed = await observe(check);
    if (observed) check.observe(openPoint, observed.answer, observed.evidence);
  });
}

/** Returns the outcome of a request for an answer: what `accepted` returns, or how it was rejected. */
export function outcomeOf(exchange: Exchange, accepted: () => string = () => "accepted"): string {
  return statusOf(exchange) === 200 ? accepted() : `rejected with ${statusAndCode(exchange)}`;
}

/** Returns for example `hits` or `no hits`, for an answer. */
export function someOrNo(count: number, noun: string): string {
  return count === 0 ? `no ${noun}` : noun;
}

/** Returns the order of magnitude of a duration for an answer: `within 1 s`. */
export function withinTime(ms: number): string {
  const bound = DURATION_BOUNDS.find(([max]) => ms <= max);
  return bound === undefined ? "after more than 1 min" : `within ${bound[1]}`;
}

const DURATION_BOUNDS: readonly (readonly [ms: number, name: string])[] = [
  [100, "100 ms"],
  [1_000, "1 s"],
  [10_000, "10 s"],
  [60_000, "1 min"],
];

/** Returns how long it takes until an attempt succeeds. If the first one does, the lag is less than its duration. */
export async function lagOf(
  check: CheckContext,
  evidence: string,
  attempt: () => Promise<unknown>,
): Promise<ObservedAnswer> {
  const started = performance.now();
  let attempts = 0;
  await check.eventually(() => {
    attempts += 1;
    return attempt();
  });
  const ms = Math.ceil(performance.now() - started);
  if (attempts > 1) return { answer: withinTime(ms), evidence: `${evidence}, attempt ${attempts}, after ${ms} ms` };
  return { answer: "none that shows", evidence: `${evidence}, attempt 1, which took ${ms} ms` };
}
