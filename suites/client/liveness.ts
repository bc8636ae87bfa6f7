import type { Operation } from "../../spec/document/model.ts";
import { isUnreachable, type NotReceived, type Received, type WireRequest } from "./exchange.ts";

/** Follows whether the target responds at all, to tell one that is down from one that starts again. */
export interface Liveness {
  /** Notes the outcome of a request. */
  note(outcome: Received | NotReceived): void;
  /** True where it has responded to anything in this run, other than that it is not available. */
  hasResponded(): boolean;
  /** True while one that has responded takes no connection, or closes each, for as long as a restart may take. */
  isStartingAnew(): boolean;
  /** Why the target counts as down, and the outcome of the last request; null while it does not. */
  problem(): string | null;
  /** The same, with how often it was asked without success. */
  reason(): string | null;
}

export interface LivenessOptions {
  /** Consecutive requests without any response after which the target counts as down. */
  readonly downAfter: number;
  readonly now?: () => number;
}

/** Who has responded and takes no connection now may be starting again, which takes some seconds. */
const RESTART_MS = 4000;
/** A connection that is closed now and then is no restart: this many in a row are. */
const CLOSED_IN_ROW = 3;
const UNAVAILABLE = 503;
const SILENT = "the target stopped responding";

/** A fresh count. */
export function createLiveness({ downAfter, now = () => performance.now() }: LivenessOptions): Liveness {
  let silent = 0;
  /** The outcome of the last request that had no response. */
  let last = "";
  /** When the target responded last, and whether it takes no connection since, or closes them. */
  let answeredAt = Number.NEGATIVE_INFINITY;
  let isShut = false;
  let hasResponded = false;

  function isStartingAnew(): boolean {
    return isShut && now() - answeredAt < RESTART_MS;
  }

  function isDown(): boolean {
    return silent >= downAfter && !isStartingAnew();
  }

  return {
    note(outcome) {
      if (outcome.kind === "none") last = outcome.message;
      silent = isSilence(outcome) ? silent + 1 : 0;
      isShut = isUnreachable(outcome) || (isBroken(outcome) && silent >= CLOSED_IN_ROW);
      if (outcome.kind === "response") {
        answeredAt = now();
        hasResponded ||= outcome.status !== UNAVAILABLE;
      }
    },
    hasResponded: () => hasResponded,
    isStartingAnew,
    problem: () => (isDown() ? [SILENT, last].join(": ") : null),
    reason: () => (isDown() ? `${SILENT}: ${silent} requests in a row had no response (${last})` : null),
  };
}

/** The liveness of the part of the target that a request goes to. */
export type PartLiveness = (request: WireRequest, operation: Operation | null) => Liveness;

/**
 * The API is one part; what is asked outside it, by presigned URLs, is another for each origin: a storage may be down, or
 * start again, while the API responds, and the other way round.
 */
export function createPartLiveness(api: Liveness, options: LivenessOptions): PartLiveness {
  const others = new Map<string, Liveness>();
  return ({ url }, operation) => {
    if (operation !== null) return api;
    const origin = URL.canParse(url) ? new URL(url).origin : "";
    const part = others.get(origin) ?? createLiveness(options);
    others.set(origin, part);
    // An API that starts again often has its storage with it.
    return { ...part, isStartingAnew: () => part.isStartingAnew() || api.isStartingAnew() };
  };
}

/** No word of the target: what is too large to be read was one, and what was not sent says nothing of it. */
function isSilence(outcome: Received | NotReceived): boolean {
  return outcome.kind === "none" && !["too-large", "unsendable", "withheld", "aborted"].includes(outcome.reason);
}

function isBroken(outcome: Received | NotReceived): boolean {
  return outcome.kind === "none" && outcome.reason === "broken";
}
