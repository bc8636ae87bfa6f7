import type { Exchange } from "./exchange.ts";

/** Follows which operations give no response while others do: what they would be asked for costs a time-out each. */
export interface Silences {
  /**
   * Waits where an operation that has not responded yet has as many requests under way as tell that it is silent; the returned
   * function ends one. `name` is the operation, or what a target may treat apart from it.
   */
  enter(name: string): Promise<() => void>;
  /** Notes an attempt that was given its full time. */
  note(name: string, exchange: Exchange): void;
  /** Notes a response that took longer than other requests are given: it tells of a slow operation, not of one that responds in time. */
  noteLate(name: string, ms: number): void;
  /**
   * Why a request need not be sent; null where it may tell something. Where it is, its outcome has to be noted. Where
   * the operation has never responded to `plain` requests either, one without a response is enough. Without `plain`, for what
   * is not an operation, it is asked again as long as the run goes on.
   */
  reject(name: string, plain?: string): Silence | null;
}

/** An operation without a response. */
export interface Silence {
  /** What is silent: as it was asked for, or the operation altogether. */
  readonly name: string;
  readonly reason: string;
  /** True for one that has never responded in this run. */
  readonly isComplete: boolean;
  /** The last request without a response. */
  readonly exchange: Exchange;
}

/** Requests in a row without a response, and responses of others meanwhile, after which an operation counts as silent. */
const IN_ROW = 4;
const OF_OTHERS = 10;
/** One that has never responded is asked so often, and no more. */
const MAX_REQUESTS = 6;
/** Milliseconds after which a silent operation is asked again, by one request at a time. */
const REST_MS = 2_000;

interface Row {
  /** Without a response since the last one. */
  silent: number;
  hasResponded: boolean;
  /** Responses that had come in the run when it fell silent, those of its own left out. */
  before: number;
  at: number;
  isAsked: boolean;
  last: Exchange | null;
  /** Sequence of its last response; what was sent before that has hung while the operation responds. */
  respondedAt: number;
  underWay: number;
  readonly waiting: (() => void)[];
  /** Milliseconds after which a response came that was too late; null where none did. */
  lateMs: number | null;
}

/** A fresh count. */
export function createSilences(now: () => number = () => performance.now()): Silences {
  const rows = new Map<string, Row>();
  let responses = 0;

  function rowOf(name: string): Row {
    const fresh: Row = {
      silent: 0,
      hasResponded: false,
      before: responses,
      at: 0,
      isAsked: false,
      last: null,
      respondedAt: -1,
      underWay: 0,
      waiting: [],
      lateMs: null,
    };
    const row = rows.get(name) ?? fresh;
    rows.set(name, row);
    return row;
  }

  /** As many as may be under way: before the first response, as many as tell that there is none. */
  function admit({ hasResponded, underWay, waiting }: Row): void {
    const places = hasResponded ? waiting.length : IN_ROW - underWay;
    for (const enter of waiting.splice(0, Math.max(0, places))) enter();
  }

  function silenceOf(name: string): Silence | null {
    const row = rows.get(name);
    if (!row?.last || row.silent < IN_ROW || responses - row.before < OF_OTHERS) return null;
    const isComplete = !row.hasResponded;
    const message = row.last.outcome.kind === "none" ? `: ${row.last.outcome.message}` : "";
    const asked = isComplete ? "gives no response" : "stopped responding";
    const late = row.lateMs === null ? "" : `; one came after ${Math.round(row.lateMs)} ms: raise http.timeoutMs`;
    const reason = `${name} ${asked}, while other operations do${message}${late}`;
    return { name, reason, isComplete, exchange: row.last };
  }

  return {
    enter(name) {
      const row = rowOf(name);
      return new Promise((resolve) => {
        row.waiting.push(() => {
          row.underWay += 1;
          let isOver = false;
          resolve(() => {
            if (isOver) return;
            isOver = true;
            row.underWay -= 1;
            admit(row);
          });
        });
        admit(row);
      });
    },
    noteLate(name, ms) {
      Object.assign(rowOf(name), { isAsked: false, lateMs: ms });
    },
    note(name, exchange) {
      const row = rowOf(name);
      row.isAsked = false;
      if (exchange.outcome.kind === "response") {
        responses += 1;
        Object.assign(row, { silent: 0, hasResponded: true, last: null, respondedAt: exchange.sequence });
        return;
      }
      if (exchange.sentAfter < row.respondedAt) return;
      if (row.silent === 0) row.before = responses;
      Object.assign(row, { silent: row.silent + 1, at: now(), last: exchange });
    },
    reject(name, plain) {
      const row = rows.get(name);
      if (!row?.last) return null;
      if (plain !== undefined && name !== plain && !row.hasResponded) {
        const silence = silenceOf(plain);
        if (silence?.isComplete) return silence;
      }
      const silence = silenceOf(name);
      const isGivenUp = plain !== undefined && silence?.isComplete === true && row.silent >= MAX_REQUESTS;
      const mayAsk = !row.isAsked && !isGivenUp && now() - row.at >= REST_MS;
      if (silence !== null && mayAsk) {
        row.isAsked = true;
        return null;
      }
      return silence;
    },
  };
}
