import type { Verdict } from "../../../spec/verdict.ts";
import type { RunEvent } from "../../index.ts";
import type { Io } from "../core/io.ts";

/** Shows the progress of a run on standard error. */
export interface Progress {
  note(event: RunEvent): void;
  /** Clears the line on a terminal before further output. */
  end(): void;
}

/** Pause between two drawings of the line, in milliseconds. */
const REDRAW_MS = 100;
/** Longest silence in a plain log: CI systems take silence for a hang. */
const SILENCE_MS = 20_000;

/** The reason is in the first line of the report, which follows at once. */
const STOPPED = "stopped: the target cannot be judged";

/** Shorter rests, in milliseconds, are over before anybody wonders. */
const SHOWN_REST_MS = 2000;

/** Creates one line that is redrawn on a terminal; elsewhere a line for every tenth of the run, and at intervals. */
export function createProgress(io: Io): Progress {
  const state: State = { planned: 0, done: 0, failed: new Set(), told: 0, last: "", rest: null, isStopped: false };
  // The report also counts failures seen in all responses, so its headline has the number after the last check.
  const isOver = () => state.done === state.planned;
  const failures = () => (state.failed.size > 0 && !isOver() ? `, ${state.failed.size} failed so far` : "");
  const checks = () => `${state.done} of ${state.planned} checks${failures()}${resting(state)}`;
  const line = () => (state.isStopped ? STOPPED : state.planned === 0 ? "getting ready" : checks());
  const draw = io.lively ? drawLine(io, () => `${line()}  ${state.last}`) : null;
  const timer = draw === null ? repeatWhileSilent(io, line) : setInterval(draw.now, REDRAW_MS).unref();
  return {
    note(event) {
      if (event.type === "planned") state.planned = event.checks;
      else if (event.type === "checked") noteCheck(event, state);
      state.isStopped ||= event.type === "stopped";
      const isNews = event.type === "resting" ? noteRest(event, state) : tenth(state) > state.told || state.isStopped;
      if (draw === null && isNews) io.err(`${line()}\n`);
      state.told = tenth(state);
    },
    end() {
      clearInterval(timer);
      draw?.clear();
    },
  };
}

interface State {
  planned: number;
  done: number;
  /** Requirements that failed: several checks of one are one failure, as in the headline. */
  readonly failed: Set<string>;
  /** Tenths of the run that have been reported. */
  told: number;
  last: string;
  /** The longest wait that the target requests: its status, and its end, in milliseconds since 1970. */
  rest: { readonly status: number; readonly until: number } | null;
  /** Nothing can be judged. */
  isStopped: boolean;
}

function noteCheck(
  { verdict, requirement }: { readonly verdict: Verdict; readonly requirement: string },
  state: State,
): void {
  state.done += 1;
  state.last = requirement;
  if (verdict === "fail") state.failed.add(requirement);
}

/** True for a rest that is worth a line: none was reported before, or that one is over. */
function noteRest({ status, ms }: { readonly status: number; readonly ms: number }, state: State): boolean {
  const until = Date.now() + ms;
  if (ms < SHOWN_REST_MS || until <= (state.rest?.until ?? 0)) return false;
  const isNews = resting(state) === "";
  state.rest = { status, until };
  return isNews;
}

function resting({ rest }: State): string {
  const seconds = Math.ceil(((rest?.until ?? 0) - Date.now()) / 1000);
  return rest === null || seconds <= 0 ? "" : `, resting ${seconds} s as the target asks (${rest.status})`;
}

function tenth({ done, planned }: State): number {
  return planned === 0 ? 0 : Math.floor((done * 10) / planned);
}

function repeatWhileSilent(io: Io, line: () => string): NodeJS.Timeout {
  return setInterval(() => io.err(`${line()} …\n`), SILENCE_MS).unref();
}

function drawLine(io: Io, text: () => string): { now(): void; clear(): void } {
  const clear = "\r\u001b[2K";
  const width = () => Math.max(20, (process.stderr.columns ?? 80) - 1);
  let drawn = "";
  return {
    now() {
      const next = text().slice(0, width());
      if (next !== drawn) io.err(clear + next);
      drawn = next;
    },
    clear: () => io.err(clear),
  };
}
