import { ifAnswered } from "../engine/cases/attempt.ts";
import type { CheckContext, Observer } from "../engine/check/check.ts";

type Fields = Pick<Observer, "name" | "operations"> & Partial<Pick<Observer, "fixtures" | "writes">>;

/** A question about open points that needs no fixture and writes, unless it is said otherwise. */
export function defineObserver(fields: Fields, run: (check: CheckContext) => Promise<void>): Observer {
  return { fixtures: [], writes: true, ...fields, run };
}

/** Asks; what cannot be asked here leaves its point unanswered, and the next question is asked. */
export async function askEach(questions: readonly (() => Promise<void>)[]): Promise<void> {
  for (const ask of questions) await ifAnswered(ask);
}

/**
 * What a target did at an open point, and how that was seen. Two runs against one target must give the same answer: what depends on
 * the run, such as how many hits came or how many milliseconds passed, belongs to the evidence.
 */
export interface Finding {
  readonly answer: string;
  readonly evidence: string;
}

/** A question about one open point that sends nothing lasting unless it is said otherwise; null leaves it unanswered. */
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

/** For a response: `hits`, or `no hits`. */
export function someOrNo(count: number, noun: string): string {
  return count === 0 ? `no ${noun}` : noun;
}

/** For a response: the order of magnitude of a time, `within 1 s`. */
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

/** How long it takes until an attempt does not fail any more: where the first look has it, less than that look took. */
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
