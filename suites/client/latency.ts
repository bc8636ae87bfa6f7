/** What a target usually takes to respond, so that a response that does not come is noticed before the time-out. */
export interface Latency {
  /** Notes a whole response, and after how many milliseconds it was there. */
  note(ms: number): void;
  /** Milliseconds after which a response is unusually late; null while too few have come to tell, or where it is the time-out anyway. */
  lateAfterMs(): number | null;
}

const LAST_RESPONSES = 300;
const MIN_RESPONSES = 40;
/** Late is what takes this many times as long as the slowest of the last responses, and this long at least. */
const TIMES_THE_SLOWEST = 5;
const LEAST_MS = 1_000;

/** Without any response yet. */
export function createLatency(timeoutMs: number): Latency {
  const last: number[] = [];
  return {
    note(ms) {
      last.push(ms);
      if (last.length > LAST_RESPONSES) last.shift();
    },
    lateAfterMs() {
      if (last.length < MIN_RESPONSES) return null;
      const late = Math.max(LEAST_MS, TIMES_THE_SLOWEST * Math.max(...last));
      return late < timeoutMs ? late : null;
    },
  };
}
