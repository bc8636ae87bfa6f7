import type { LimitOptions } from "./limits.ts";
import { createRejectionsByOperation } from "./rejections-by-operation.ts";
import { createRequestGate, type RequestGate } from "./request-gate.ts";

/** Decides when a request is sent: within limits of concurrency and rate, and without one lane starving another. */
export interface Pacer {
  /** Waits for a place and returns a function that gives it back. */
  enter(entry: Entry): Promise<() => void>;
  /** Notes a request that was served and not rejected for load. */
  accepted(operation: string): void;
  /**
   * Notes a rejection for the rate (429). If it shows a limit, of the operation or of all, fewer requests are sent, and
   * none for `restMs`; if an allowance is used up, none for `requestedRestMs`.
   */
  rejected(operation: string, restMs: number, requestedRestMs: number): void;
  /**
   * Notes a rejection with 503, in the same way if it is a limit on simultaneous requests. Returns false if it may not
   * be.
   */
  unavailable(operation: string, restMs: number): boolean;
  /** Admits no request for this long, as the target asked. */
  pause(ms: number): void;
  /** Admits all requests immediately, since the run is over, so that they find that out. */
  open(): void;
  /**
   * Returns the milliseconds so far in which no request was in flight because the run waited on purpose: for an index
   * or a lifetime.
   */
  waitedMs(): number;
}

/** A request that waits for its turn. */
export interface Entry {
  /** Areas and lanes take turns; requests of a lane keep their order. */
  readonly lane: string;
  /** Id of the operation, or another name of what is limited. */
  readonly operation: string;
  /** Sends the request before all waiting ones. */
  readonly urgent?: boolean;
}

/**
 * A limit counts as that of one operation if this many of the last responses were of others, and none of them a
 * rejection.
 */
const RESPONSES_OF_OTHERS = 10;

/** Creates a pacer with these limits for all operations together. The limits of each operation are learned. */
export function createPacer(options: LimitOptions): Pacer {
  const all = createRequestGate(options);
  const gates = new Map<string, RequestGate>();
  const byOperation = createRejectionsByOperation();

  function gateOf(operation: string): RequestGate {
    const gate = gates.get(operation) ?? createRequestGate({ ...options, perSecond: 0 });
    gates.set(operation, gate);
    return gate;
  }

  function gateToBlame(operation: string): RequestGate {
    byOperation.note(operation, true);
    const own = gateOf(operation);
    const { others, rejected } = byOperation.ofOthers(operation);
    return rejected === 0 && (own.holdsBack() || others >= RESPONSES_OF_OTHERS) ? own : all;
  }

  return {
    async enter({ lane, operation, urgent }) {
      const own = gateOf(operation);
      if (!own.holdsBack()) {
        const leave = await all.enter(lane, urgent);
        // After a long wait, the operation may be held back by now.
        if (!own.holdsBack()) return leave;
        leave();
      }
      const leaveOwn = await own.enter(lane, urgent);
      // The request has had its turn already; a second wait would bring the requests of an operation together again.
      const leave = await all.enter(lane, true);
      return () => {
        leave();
        leaveOwn();
      };
    },
    accepted(operation) {
      byOperation.note(operation, false);
      gateOf(operation).accepted();
      all.accepted();
    },
    rejected(operation, restMs, requestedRestMs) {
      const gate = gateToBlame(operation);
      const rejection = gate.rejected(requestedRestMs);
      if (rejection !== "alone") gate.pause(rejection === "used-up" ? requestedRestMs : restMs);
    },
    unavailable(operation, restMs) {
      const gate = gateToBlame(operation);
      const isLimit = gate.unavailable();
      if (isLimit) gate.pause(restMs);
      return isLimit;
    },
    pause: all.pause,
    open() {
      for (const gate of [all, ...gates.values()]) gate.open();
    },
    waitedMs: all.waitedMs,
  };
}
