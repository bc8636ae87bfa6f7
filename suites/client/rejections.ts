import { type Exchange, statusOf } from "./exchange.ts";

/** Follows rejections for load (429, 503), to tell a target that asks for some rest from one that takes nothing any more. */
export interface Rejections {
  /** Notes the outcome of a request; `asked` is the rest that it was rejected with, in milliseconds, where it says. */
  note(exchange: Exchange, asked: number | null): void;
  /** Rejections since the last response that was none. */
  inRow(): number;
  /** Why nothing more need be sent; null while there is hope. */
  reason(): string | null;
}

export interface RejectionOptions {
  /** The longest rest that a run takes for one rejection, in milliseconds. */
  readonly longestRestMs: number;
  readonly now?: () => number;
}

/** Rejections in a row before anything is concluded: more than are in flight at once. */
const MIN_IN_A_ROW = 20;
/** Milliseconds without any other response after which a target counts as one that takes nothing: limits by the minute are waited out. */
const PATIENCE_MS = 120_000;

const REJECTIONS: readonly number[] = [429, 503];

/** A fresh count. */
export function createRejections({ longestRestMs, now = () => performance.now() }: RejectionOptions): Rejections {
  let inRow = 0;
  let tooLong = 0;
  let since = now();
  return {
    note(exchange, asked) {
      if (exchange.operation === null) return;
      if (!REJECTIONS.includes(statusOf(exchange))) {
        inRow = 0;
        tooLong = 0;
        since = now();
        return;
      }
      inRow += 1;
      tooLong = asked !== null && asked > longestRestMs ? tooLong + 1 : 0;
    },
    inRow: () => inRow,
    reason() {
      if (tooLong >= MIN_IN_A_ROW) {
        return `the target rejects every request for its load (429, 503) and asks for more rest than ${longestRestMs / 1000} s`;
      }
      if (inRow < MIN_IN_A_ROW || now() - since < PATIENCE_MS) return null;
      return `the target has rejected every request for its load (429, 503) for ${Math.round((now() - since) / 1000)} s`;
    },
  };
}
