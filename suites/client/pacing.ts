import { createBlame } from "./blame.ts";
import { createGate, type Gate } from "./gate.ts";
import type { LimitOptions } from "./limits.ts";

/** Decides when a request may go: bounded concurrency and rate, and no lane starves another. */
export interface Pacer {
  /** Waits for a place; the returned function gives it back. */
  enter(entry: Entry): Promise<() => void>;
  /** A request was served, and not rejected for load. */
  accepted(operation: string): void;
  /**
   * A request was rejected for its rate (429): where that is a limit, of the operation or of all, fewer go, and none for so many
   * ms; where what may be sent is used up, none for as many as the target has asked for.
   */
  rejected(operation: string, restMs: number, askedMs: number): void;
  /** A request was rejected with 503: the same for a limit of what goes at once. False where it need not be one. */
  unavailable(operation: string, restMs: number): boolean;
  /** Nobody enters for this long: the target asked for rest. */
  pause(ms: number): void;
  /** The run is over: whoever waits enters at once, to find that out. */
  open(): void;
  /** Milliseconds so far in which nothing was on its way because the run waited on purpose: for an index, a lifetime. */
  waitedMs(): number;
}

/** Who wants to send, and what. */
export interface Entry {
  /** Areas and lanes take turns, requests of a lane keep their order. */
  readonly lane: string;
  /** Id of the operation, or a name of what is limited instead of one. */
  readonly operation: string;
  /** Goes before all that waits. */
  readonly urgent?: boolean;
}

/** A limit is taken for one of an operation where so many of the last responses were of others, none of them a rejection. */
const OF_OTHERS = 10;

/** A pacer with these bounds for all operations together; what a target takes of each alone is learned. */
export function createPacer(options: LimitOptions): Pacer {
  const all = createGate(options);
  const gates = new Map<string, Gate>();
  const blame = createBlame();

  function gateOf(operation: string): Gate {
    const gate = gates.get(operation) ?? createGate({ ...options, perSecond: 0 });
    gates.set(operation, gate);
    return gate;
  }

  function gateToBlame(operation: string): Gate {
    blame.note(operation, true);
    const own = gateOf(operation);
    const { others, rejected } = blame.ofOthers(operation);
    return rejected === 0 && (own.holdsBack() || others >= OF_OTHERS) ? own : all;
  }

  return {
    async enter({ lane, operation, urgent }) {
      const own = gateOf(operation);
      if (!own.holdsBack()) {
        const leave = await all.enter(lane, urgent);
        // What waits for long may be held back by the time that its turn comes.
        if (!own.holdsBack()) return leave;
        leave();
      }
      const leaveOwn = await own.enter(lane, urgent);
      // Its turn has come already: to wait for another would bring those of an operation together again.
      const leave = await all.enter(lane, true);
      return () => {
        leave();
        leaveOwn();
      };
    },
    accepted(operation) {
      blame.note(operation, false);
      gateOf(operation).accepted();
      all.accepted();
    },
    rejected(operation, restMs, askedMs) {
      const gate = gateToBlame(operation);
      const rejection = gate.rejected(askedMs);
      if (rejection !== "alone") gate.pause(rejection === "used-up" ? askedMs : restMs);
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
