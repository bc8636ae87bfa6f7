import type { Finding, ToolRun } from "./tool-run.ts";

/** The runs of one tool. */
export interface ToolRecord {
  readonly tool: string;
  /** Full runs against the correct fake: their findings are false, and they show the rate of requests. */
  readonly correct: readonly ToolRun[];
  /** A run against the correct fake with more time: its findings are not true on a mutant either. */
  readonly extended: ToolRun;
  /** A full run against the independent server, which is also correct. */
  readonly independent: ToolRun;
  /** A run against each mutant, in the order of the mutants. */
  readonly mutants: readonly ToolRun[];
}

/** The figures of one tool. */
export interface ToolFigures {
  readonly tool: string;
  readonly requestsPerSecond: number;
  /** Requests of one run against the correct fake: the median. */
  readonly requests: number;
  /** Share of these that got a 2xx response. */
  readonly successShare: number;
  /** Operations with a 2xx response in every one of these runs. */
  readonly operationsReached: number;
  /** Mutants with a true finding within the time limit. */
  readonly found: number;
  /** Median of the seconds to the first true finding, over the mutants that the tool finds; null if it finds none. */
  readonly medianSeconds: number | null;
  /** Different findings against the correct fake, over all runs. */
  readonly falseAlarms: readonly string[];
  /** Different findings against the independent server. */
  readonly falseAlarmsIndependent: readonly string[];
}

/** Returns the first true finding against each mutant; null if there is none within the time limit. */
export function trueFindings(record: ToolRecord, limit: number): readonly (Finding | null)[] {
  const known = new Set(keysOf([...record.correct, record.extended]));
  return record.mutants.map(
    ({ findings }) => findings.find(({ key, seconds }) => !known.has(key) && seconds <= limit) ?? null,
  );
}

/** Figures of a tool, from its runs. */
export function figuresOf(record: ToolRecord, limit: number): ToolFigures {
  const { tool, correct, independent } = record;
  const found = trueFindings(record, limit).filter((one) => one !== null);
  const requests = correct.map((run) => run.requests ?? 0);
  const successes = correct.map((run) => sum(Object.values(run.successes ?? {})));
  const reached = correct.map(({ successes: by }) => Object.values(by ?? {}).filter((count) => count > 0).length);
  return {
    tool,
    requestsPerSecond: median(correct.map((run) => (run.requests ?? 0) / run.seconds)) ?? 0,
    requests: median(requests) ?? 0,
    successShare: sum(successes) / sum(requests),
    operationsReached: Math.min(...reached),
    found: found.length,
    medianSeconds: median(found.map(({ seconds }) => seconds)),
    falseAlarms: keysOf(correct),
    falseAlarmsIndependent: keysOf([independent]),
  };
}

function keysOf(runs: readonly ToolRun[]): readonly string[] {
  return [...new Set(runs.flatMap(({ findings }) => findings.map(({ key }) => key)))].toSorted();
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Returns the median; null for an empty list. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
