import { type Interval, wilson } from "../../../reports/mutation-score/wilson.ts";
import { judgeTrial } from "../finding.ts";
import type { FinishedTrial } from "../trial.ts";
import { type CorrectSubject, serverId } from "./server-id.ts";

/** A correct server with a failure. */
export interface AlarmingServer {
  /** Repeats with `npm run selftest -- --correct SERVER --budget BUDGET --seed SEED`. */
  readonly server: string;
  readonly seed: number;
  readonly requirements: readonly { readonly id: string; readonly level: string; readonly reason: string | null }[];
}

/** The result of a population of correct servers. */
export interface FalseAlarms {
  readonly kind: "correct";
  readonly servers: number;
  /** Servers that failed a MUST. */
  readonly alarms: number;
  /** The share of these, with its 95 % interval. */
  readonly interval: Interval;
  /** Servers that failed a SHOULD which they keep, and no MUST. */
  readonly shouldAlarms: number;
  /** Runs without a result: they are not counted. */
  readonly broken: number;
  readonly alarming: readonly AlarmingServer[];
}

export function falseAlarms(all: readonly FinishedTrial[]): FalseAlarms {
  const rows = all.flatMap((tried) => (isCorrect(tried.trial.subject) ? [{ ...tried, failed: alarmsOf(tried) }] : []));
  const broken = rows.filter(({ failed, outcome }) => failed.length === 0 && outcome.problem !== null).length;
  const failsMust = rows.filter(({ failed }) => failed.some(({ level }) => level === "MUST"));
  const alarming = rows.filter(({ failed }) => failed.length > 0);
  return {
    kind: "correct",
    servers: rows.length - broken,
    alarms: failsMust.length,
    interval: alarmRate(failsMust.length, rows.length - broken),
    shouldAlarms: alarming.length - failsMust.length,
    broken,
    alarming: alarming.map(({ trial, failed }) => ({
      server: serverId(trial.subject as CorrectSubject),
      seed: trial.seed,
      requirements: failed,
    })),
  };
}

/** Returns the share of alarms with its 95 % interval: for none by the rule of three, otherwise Wilson's. */
export function alarmRate(alarms: number, servers: number): Interval {
  if (alarms > 0 || servers === 0) return wilson(alarms, servers);
  return { share: 0, from: 0, to: Math.min(1, 3 / servers) };
}

/** Returns the requirements that a correct server failed although it satisfies them. */
export function alarmsOf({ trial, outcome }: Pick<FinishedTrial, "trial" | "outcome">) {
  const { alarms } = judgeTrial(trial, outcome);
  return outcome.failed.filter(({ id }) => alarms.includes(id)).map(({ id, level, reason }) => ({ id, level, reason }));
}

function isCorrect({ kind }: FinishedTrial["trial"]["subject"]): boolean {
  return kind === "variant" || kind === "independent";
}

/** Returns the result in one line: `0 of 40 correct servers failed a MUST: at most 7.5 % (95 %)`. */
export function alarmLine({ servers, alarms, interval, shouldAlarms, broken }: FalseAlarms): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const rate =
    alarms === 0
      ? `at most ${percent(interval.to)}`
      : `${percent(interval.share)}, ${percent(interval.from)} to ${percent(interval.to)}`;
  const should = shouldAlarms === 0 ? "" : `; ${shouldAlarms} failed a SHOULD alone`;
  const without = broken === 0 ? "" : `; ${broken} runs gave no result`;
  return `${alarms} of ${servers} correct servers failed a MUST: ${rate} (95 %)${should}${without}`;
}
