import type { Exchange } from "./exchange.ts";

/** Follows which operations give no response while others do: what they would be asked for costs a time-out each. */
export interface Silences {
  /** Notes an attempt that was given its full time. `name` is the operation, or what a target may treat apart from it. */
  note(name: string, exchange: Exchange): void;
  /** Why a request need not be sent; null where it may tell something. Where it is, it has to be noted what came of it. */
  refuse(name: string): Silence | null;
}

/** An operation without a response. */
export interface Silence {
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
const MOST = 8;
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
}

/** A fresh count. */
export function createSilences(now: () => number = () => performance.now()): Silences {
  const rows = new Map<string, Row>();
  let responses = 0;

  function rowOf(name: string): Row {
    const fresh = {
      silent: 0,
      hasResponded: false,
      before: responses,
      at: 0,
      isAsked: false,
      last: null,
      respondedAt: -1,
    };
    const row = rows.get(name) ?? fresh;
    rows.set(name, row);
    return row;
  }

  return {
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
    refuse(name) {
      const row = rows.get(name);
      if (!row?.last || row.silent < IN_ROW || responses - row.before < OF_OTHERS) return null;
      const isComplete = !row.hasResponded;
      const mayAsk = !row.isAsked && now() - row.at >= REST_MS && !(isComplete && row.silent >= MOST);
      if (mayAsk) {
        row.isAsked = true;
        return null;
      }
      const message = row.last.outcome.kind === "none" ? `: ${row.last.outcome.message}` : "";
      const asked = isComplete ? "gives no response" : "stopped responding";
      const reason = `${name} ${asked}, while other operations do${message}`;
      return { reason, isComplete, exchange: row.last };
    },
  };
}
