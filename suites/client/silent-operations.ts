import type { Exchange } from "./exchange.ts";

/** Tracks operations that do not respond while others do, since each request to them costs a timeout. */
export interface SilentOperations {
  /**
   * Waits while an operation that has not responded yet has as many requests in flight as prove that it is silent.
   * Returns a function that ends the request. `name` is the operation, or a part that a target may treat separately.
   */
  enter(name: string): Promise<() => void>;
  /** Notes an attempt that had its full timeout. */
  note(name: string, exchange: Exchange): void;
  /**
   * Notes a response that took longer than other requests may: it shows a slow operation, not one that responds in
   * time.
   */
  noteLate(name: string, ms: number): void;
  /**
   * Returns why a request is not sent; null if it may prove something, and then its outcome must be noted. If the
   * operation never responded to `plain` requests either, one request without a response is enough. Without `plain`,
   * for requests outside the API, silent parts are tried again as long as the run lasts.
   */
  reject(name: string, plain?: string): Silence | null;
}

/** An operation without a response. */
export interface Silence {
  /** The silent part: the operation for this kind of request, or the operation as a whole. */
  readonly name: string;
  readonly reason: string;
  /** True if it has never responded in this run. */
  readonly isComplete: boolean;
  /** The last request without a response. */
  readonly exchange: Exchange;
}

/**
 * The requests in a row without a response, and the responses of others meanwhile, after which an operation counts as
 * silent.
 */
const SILENT_IN_A_ROW = 4;
const RESPONSES_OF_OTHERS = 10;
/** The most requests to an operation that has never responded. */
const MAX_REQUESTS = 6;
/** Milliseconds after which a silent operation is tried again, with one request at a time. */
const REST_MS = 2_000;

interface OperationState {
  /** Requests without a response since the last response. */
  silent: number;
  hasResponded: boolean;
  /** Responses of other operations in the run when it became silent. */
  responsesBefore: number;
  silentAt: number;
  isRetrying: boolean;
  last: Exchange | null;
  /** Sequence number of its last response. Requests that were sent before it do not count as silent. */
  respondedAt: number;
  inFlight: number;
  readonly waiting: (() => void)[];
  /** Duration in milliseconds of a response that came too late; null if none did. */
  lateMs: number | null;
}

/** Creates a tracker without any requests. */
export function createSilentOperations(now: () => number = () => performance.now()): SilentOperations {
  const states = new Map<string, OperationState>();
  let responses = 0;

  function stateOf(name: string): OperationState {
    const fresh: OperationState = {
      silent: 0,
      hasResponded: false,
      responsesBefore: responses,
      silentAt: 0,
      isRetrying: false,
      last: null,
      respondedAt: -1,
      inFlight: 0,
      waiting: [],
      lateMs: null,
    };
    const state = states.get(name) ?? fresh;
    states.set(name, state);
    return state;
  }

  /** Admits waiting requests: all after the first response; before that, as many as prove that there is none. */
  function admit({ hasResponded, inFlight, waiting }: OperationState): void {
    const count = hasResponded ? waiting.length : SILENT_IN_A_ROW - inFlight;
    for (const enter of waiting.splice(0, Math.max(0, count))) enter();
  }

  function silenceOf(name: string): Silence | null {
    const state = states.get(name);
    if (!state?.last || state.silent < SILENT_IN_A_ROW || responses - state.responsesBefore < RESPONSES_OF_OTHERS)
      return null;
    const isComplete = !state.hasResponded;
    const message = state.last.outcome.kind === "none" ? `: ${state.last.outcome.message}` : "";
    const description = isComplete ? "gives no response" : "stopped responding";
    const late = state.lateMs === null ? "" : `; one came after ${Math.round(state.lateMs)} ms: raise http.timeoutMs`;
    const reason = `${name} ${description}, while other operations do${message}${late}`;
    return { name, reason, isComplete, exchange: state.last };
  }

  return {
    enter(name) {
      const state = stateOf(name);
      return new Promise((resolve) => {
        state.waiting.push(() => {
          state.inFlight += 1;
          let isOver = false;
          resolve(() => {
            if (isOver) return;
            isOver = true;
            state.inFlight -= 1;
            admit(state);
          });
        });
        admit(state);
      });
    },
    noteLate(name, ms) {
      Object.assign(stateOf(name), { isRetrying: false, lateMs: ms });
    },
    note(name, exchange) {
      const state = stateOf(name);
      state.isRetrying = false;
      if (exchange.outcome.kind === "response") {
        responses += 1;
        Object.assign(state, { silent: 0, hasResponded: true, last: null, respondedAt: exchange.sequence });
        return;
      }
      if (exchange.sentAfter < state.respondedAt) return;
      if (state.silent === 0) state.responsesBefore = responses;
      Object.assign(state, { silent: state.silent + 1, silentAt: now(), last: exchange });
    },
    reject(name, plain) {
      const state = states.get(name);
      if (!state?.last) return null;
      if (plain !== undefined && name !== plain && !state.hasResponded) {
        const silence = silenceOf(plain);
        if (silence?.isComplete) return silence;
      }
      const silence = silenceOf(name);
      const isGivenUp = plain !== undefined && silence?.isComplete === true && state.silent >= MAX_REQUESTS;
      const mayRetry = !state.isRetrying && !isGivenUp && now() - state.silentAt >= REST_MS;
      if (silence !== null && mayRetry) {
        state.isRetrying = true;
        return null;
      }
      return silence;
    },
  };
}
