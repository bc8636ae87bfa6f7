import type { Operation } from "../../spec/document/model.ts";
import { isUnreachable, type NotReceived, type Received, type WireRequest } from "./exchange.ts";

/** Tracks whether the target responds at all, and distinguishes one that is down from one that restarts. */
export interface Liveness {
  /** Notes the outcome of a request. */
  note(outcome: Received | NotReceived): void;
  /** Returns true if it has responded in this run with anything but 503. */
  hasResponded(): boolean;
  /**
   * Returns true while a target that has responded before refuses or closes connections, for as long as a restart may
   * take.
   */
  isRestarting(): boolean;
  /** Returns why the target counts as down, with the outcome of the last request; null while it does not. */
  problem(): string | null;
  /** Returns the same with the number of requests without a response. */
  reason(): string | null;
}

export interface LivenessOptions {
  /** Consecutive requests without a response after which the target counts as down. */
  readonly downAfter: number;
  readonly now?: () => number;
}

/** A target that responded before and now refuses connections may be restarting, which takes some seconds. */
const RESTART_MS = 4000;
/** A closed connection now and then is not a restart; this many in a row are. */
const CLOSED_IN_ROW = 3;
const UNAVAILABLE = 503;
const SILENT = "the target stopped responding";

/** Creates a tracker without any responses. */
export function createLiveness({ downAfter, now = () => performance.now() }: LivenessOptions): Liveness {
  let silent = 0;
  /** The message of the last request without a response. */
  let last = "";
  /** The time of the last response. `isShut` is true if connections have been refused or closed since. */
  let respondedAt = Number.NEGATIVE_INFINITY;
  let isRefusing = false;
  let hasResponded = false;

  function isRestarting(): boolean {
    return isRefusing && now() - respondedAt < RESTART_MS;
  }

  function isDown(): boolean {
    return silent >= downAfter && !isRestarting();
  }

  return {
    note(outcome) {
      if (outcome.kind === "none") last = outcome.message;
      silent = isSilence(outcome) ? silent + 1 : 0;
      isRefusing = isUnreachable(outcome) || (isBroken(outcome) && silent >= CLOSED_IN_ROW);
      if (outcome.kind === "response") {
        respondedAt = now();
        hasResponded ||= outcome.status !== UNAVAILABLE;
      }
    },
    hasResponded: () => hasResponded,
    isRestarting,
    problem: () => (isDown() ? [SILENT, last].join(": ") : null),
    reason: () => (isDown() ? `${SILENT}: ${silent} requests in a row had no response (${last})` : null),
  };
}

/** Returns the liveness of the part of the target that a request goes to. */
export type PartLiveness = (request: WireRequest, operation: Operation | null) => Liveness;

/**
 * Creates the liveness of each part. The API is one part, and each origin of presigned URLs another: a storage may be
 * down or restart while the API responds, and vice versa.
 */
export function createPartLiveness(api: Liveness, options: LivenessOptions): PartLiveness {
  const others = new Map<string, Liveness>();
  return ({ url }, operation) => {
    if (operation !== null) return api;
    const origin = URL.canParse(url) ? new URL(url).origin : "";
    const part = others.get(origin) ?? createLiveness(options);
    others.set(origin, part);
    // An API that restarts often restarts together with its storage.
    return { ...part, isRestarting: () => part.isRestarting() || api.isRestarting() };
  };
}

/**
 * Returns true if the target did not respond. A response that is too large is one, and a request that was not sent
 * proves nothing.
 */
function isSilence(outcome: Received | NotReceived): boolean {
  return outcome.kind === "none" && !["too-large", "unsendable", "withheld", "aborted"].includes(outcome.reason);
}

function isBroken(outcome: Received | NotReceived): boolean {
  return outcome.kind === "none" && outcome.reason === "broken";
}
