import { type Exchange, statusOf } from "./exchange.ts";

/**
 * Tracks rejections for load (429, 503), and distinguishes a target that asks for some rest from one that accepts
 * nothing any more.
 */
export interface Rejections {
  /** Notes the outcome of a request. `asked` is the rest that a rejection asks for, in milliseconds; null for none. */
  note(exchange: Exchange, restMs: number | null): void;
  /** Returns the number of rejections since the last other response. */
  inRow(): number;
  /** Returns why no more requests are sent; null while the target may still accept some. */
  reason(): string | null;
}

export interface RejectionOptions {
  /** The longest rest that a run takes for one rejection, in milliseconds. */
  readonly longestRestMs: number;
  readonly now?: () => number;
}

/** Rejections in a row before anything is concluded: more than are in flight at once. */
const MIN_IN_A_ROW = 20;
/**
 * Milliseconds without any other response after which the target counts as accepting nothing. Limits per minute are
 * waited out.
 */
const PATIENCE_MS = 120_000;

const REJECTIONS: readonly number[] = [429, 503];

/** Creates a tracker without any rejections. */
export function createRejections({ longestRestMs, now = () => performance.now() }: RejectionOptions): Rejections {
  let inRow = 0;
  let tooLong = 0;
  let since = now();
  return {
    note(exchange, restMs) {
      if (exchange.operation === null) return;
      if (!REJECTIONS.includes(statusOf(exchange))) {
        inRow = 0;
        tooLong = 0;
        since = now();
        return;
      }
      inRow += 1;
      tooLong = restMs !== null && restMs > longestRestMs ? tooLong + 1 : 0;
    },
    inRow: () => inRow,
    reason() {
      if (tooLong >= MIN_IN_A_ROW) {
        return `the target rejects every request for its load (429, 503) and requires a longer rest than ${longestRestMs / 1000} s`;
      }
      if (inRow < MIN_IN_A_ROW || now() - since < PATIENCE_MS) return null;
      return `the target has rejected every request for its load (429, 503) for ${Math.round((now() - since) / 1000)} s`;
    },
  };
}
