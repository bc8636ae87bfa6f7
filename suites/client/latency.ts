/** The usual response times of a target, to notice a missing response before the timeout. */
export interface Latency {
  /** Notes a complete response and its duration in milliseconds. */
  note(ms: number): void;
  /**
   * Returns the milliseconds after which a response is unusually late; null with too few responses so far, or if that
   * is not before the timeout.
   */
  lateAfterMs(): number | null;
}

const LAST_RESPONSES = 300;
const MIN_RESPONSES = 40;
/** A response is late after this many times the slowest of the last responses, and at least after MIN_MS. */
const TIMES_THE_SLOWEST = 5;
const MIN_LATE_MS = 1_000;

/** Creates a record without any responses. */
export function createLatency(timeoutMs: number): Latency {
  const last: number[] = [];
  return {
    note(ms) {
      last.push(ms);
      if (last.length > LAST_RESPONSES) last.shift();
    },
    lateAfterMs() {
      if (last.length < MIN_RESPONSES) return null;
      const late = Math.max(MIN_LATE_MS, TIMES_THE_SLOWEST * Math.max(...last));
      return late < timeoutMs ? late : null;
    },
  };
}
