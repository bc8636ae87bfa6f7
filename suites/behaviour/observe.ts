import { type Exchange, statusOf } from "../client/exchange.ts";
import { orNull } from "../engine/cases/attempt.ts";
import type { CheckContext, Observer } from "../engine/check/check.ts";
import { statusAndCode } from "../verifiers/expect.ts";

type Fields = Pick<Observer, "name" | "operations"> & Partial<Pick<Observer, "fixtures" | "writes">>;

/** Returns an observer of open points that, unless `fields` overrides it, needs no fixture and writes. */
export function defineObserver(fields: Fields, run: (check: CheckContext) => Promise<void>): Observer {
  return { fixtures: [], writes: true, ...fields, run };
}

/** Runs all questions. One that cannot be answered here leaves its point open and does not stop the rest. */
export async function askEach(questions: readonly (() => Promise<void>)[]): Promise<void> {
  for (const ask of questions) await orNull(ask);
}

/**
 * The behaviour of a target at an open point, with evidence. Two runs against one target must give the same answer, so
 * facts that depend on the run, such as a number of hits or milliseconds, belong in the evidence.
 */
export interface Finding {
  readonly answer: string;
  readonly evidence: string;
}

/**
 * Returns an observer of one open point that, unless `fields` overrides it, leaves no trace on the target. A null
 * finding leaves the point unanswered.
 */
export function ask(
  openPoint: string,
  fields: Omit<Fields, "name">,
  find: (check: CheckContext) => Promise<Finding | null>,
): Observer {
  return defineObserver({ name: openPoint, writes: false, ...fields }, async (check) => {
    const finding = await find(check);
    if (finding) check.observe(openPoint, finding.answer, finding.evidence);
  });
}

/** Returns the outcome of a request for an answer: what `accepted` returns, or how it was rejected. */
export function outcomeOf(exchange: Exchange, accepted: () => string = () => "accepted"): string {
  return statusOf(exchange) === 200 ? accepted() : `rejected with ${statusAndCode(exchange)}`;
}

/** Returns `hits` or `no hits`, for an answer. */
export function someOrNo(count: number, noun: string): string {
  return count === 0 ? `no ${noun}` : noun;
}

/** Returns the order of magnitude of a duration for an answer: `within 1 s`. */
export function withinTime(ms: number): string {
  const bound = BOUNDS.find(([most]) => ms <= most);
  return bound === undefined ? "after more than 1 min" : `within ${bound[1]}`;
}

const BOUNDS: readonly (readonly [ms: number, name: string])[] = [
  [100, "100 ms"],
  [1_000, "1 s"],
  [10_000, "10 s"],
  [60_000, "1 min"],
];

/** Returns how long it takes until an attempt succeeds. If the first one does, the lag is less than its duration. */
export async function lagOf(check: CheckContext, evidence: string, attempt: () => Promise<unknown>): Promise<Finding> {
  const started = performance.now();
  let looks = 0;
  await check.eventually(() => {
    looks += 1;
    return attempt();
  });
  const ms = Math.ceil(performance.now() - started);
  if (looks > 1) return { answer: withinTime(ms), evidence: `${evidence}, look ${looks}, after ${ms} ms` };
  return { answer: "none that shows", evidence: `${evidence}, look 1, which took ${ms} ms` };
}
