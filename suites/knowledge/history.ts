import type { RequestInput } from "../../generators/index.ts";
import type { Operation } from "../../spec/document/model.ts";
import type { Exchange } from "../client/exchange.ts";
import { isKeptWhole, kept, withoutBody } from "../outcome/kept-exchange.ts";
import { type BoundedSample, createBoundedSample } from "./bounded-sample.ts";

/** A request of the run that got a response, with its input by role. */
export interface HistoryEntry {
  readonly input: RequestInput;
  /** The key that was sent instead of the caller's own; null if another value or no key was sent. */
  readonly otherKey: string | null;
  /** True for a request with the caller's own key. */
  readonly isOwn: boolean;
  /** True for a request that deliberately breaks a rule. Its rejection proves nothing about other requests. */
  readonly isBroken?: boolean;
  readonly exchange: Exchange;
  /** False if the response was not kept completely: too large, or beyond the bound on all responses. */
  readonly isComplete: boolean;
}

/** A request as it is noted; `isComplete` is false if its body was never available, as in a recording. */
type Noted = Omit<HistoryEntry, "isComplete"> & Partial<Pick<HistoryEntry, "isComplete">>;

/** All requests of a run so far, by operation. Rules judge every response, whichever check sent the request. */
export interface History {
  note(operation: Pick<Operation, "id" | "effect">, entry: Noted): void;
  /** Returns the requests in the order of their responses; the same list until another is noted. */
  of(operation: string): readonly HistoryEntry[];
  /**
   * Returns a view of this history that also keeps every read noted through it, for reads that are sent to be judged.
   */
  keepingAll(): History;
}

/** Responses up to this size are short. They are many, and each is as informative as a long one. */
const SHORT_BYTES = 4096;

/** The bound on all responses that are always kept. Only a target with needlessly large responses reaches it. */
const MAX_BYTES = 24 * 1024 * 1024;

/**
 * Creates an empty history. Responses to changing requests, and to reads that are sent to be judged, are all kept. Of
 * the other reads of an operation, short and long responses are each kept up to `roomBytes`, sampled evenly over the
 * run.
 */
export function createHistory(roomBytes: number): History {
  const histories = new Map<string, OfOperation>();
  /** Caches the sorted list of an operation until another request is noted, since many rules ask for it. */
  const sorted = new Map<string, readonly HistoryEntry[]>();
  let noted = 0;
  let lastingBytes = 0;

  function historyOf(operation: string): OfOperation {
    const known = histories.get(operation);
    if (known) return known;
    const fresh = {
      all: [],
      short: createBoundedSample<Placed>(roomBytes),
      long: createBoundedSample<Placed>(roomBytes),
    };
    histories.set(operation, fresh);
    return fresh;
  }

  function note(operation: string, request: Noted, isLasting: boolean): void {
    const bytes = lengthOf(request.exchange);
    const isComplete =
      request.isComplete !== false &&
      isKeptWhole(request.exchange) &&
      (!isLasting || lastingBytes + bytes <= MAX_BYTES);
    const entry = {
      ...request,
      exchange: isComplete ? kept(request.exchange) : withoutBody(request.exchange),
      isComplete,
    };
    const placed = { entry, place: noted };
    noted += 1;
    const { all, short, long } = historyOf(operation);
    if (isLasting) {
      all.push(placed);
      if (isComplete) lastingBytes += bytes;
    } else (bytes <= SHORT_BYTES ? short : long).add(placed, bytes);
    sorted.delete(operation);
  }

  const history: History = {
    note: ({ id, effect }, entry) => note(id, entry, effect !== "read"),
    of(operation) {
      const known = sorted.get(operation) ?? inOrder(histories.get(operation));
      sorted.set(operation, known);
      return known;
    },
    // Half of the room is reserved for changing requests, of which none may be missing.
    keepingAll: () => ({
      ...history,
      note: ({ id, effect }, entry) => note(id, entry, effect !== "read" || lastingBytes < MAX_BYTES / 2),
    }),
  };
  return history;
}

/** A request and its position among the responses of the run. */
interface Placed {
  readonly entry: HistoryEntry;
  readonly place: number;
}

interface OfOperation {
  /** Requests that are never thinned. */
  readonly all: Placed[];
  readonly short: BoundedSample<Placed>;
  readonly long: BoundedSample<Placed>;
}

function inOrder(known: OfOperation | undefined): readonly HistoryEntry[] {
  if (known === undefined) return [];
  const all = [...known.all, ...known.short.all(), ...known.long.all()];
  return all.sort((one, other) => one.place - other.place).map(({ entry }) => entry);
}

function lengthOf({ outcome }: Exchange): number {
  return outcome.kind === "none" ? 0 : outcome.bytes.length;
}
