import type { RequestInput } from "../../generators/index.ts";
import type { Operation } from "../../spec/document/model.ts";
import type { Exchange } from "../client/exchange.ts";
import { isKeptWhole, kept, withoutBody } from "../outcome/keeping.ts";
import { createThinned, type Thinned } from "./thinned.ts";

/** One request of the run that got a response, with what was asked by role. */
export interface Past {
  readonly input: RequestInput;
  /** The key that was sent in place of the caller's own; null where something else was sent, or nothing. */
  readonly otherKey: string | null;
  /** True for a request with the caller's own key. */
  readonly isOwn: boolean;
  /** True for a request that was sent to break a rule: its rejection says nothing about other requests. */
  readonly isBroken?: boolean;
  readonly exchange: Exchange;
  /** False where the response is too large to be kept as it came, or one too many. */
  readonly isWhole: boolean;
}

/** A request as it is noted; `isWhole` is false where its body is missing from the start, as in a recording. */
type Noted = Omit<Past, "isWhole"> & Partial<Pick<Past, "isWhole">>;

/** All requests of a run so far, by operation: rules judge every response, whichever check sent the request. */
export interface History {
  note(operation: Pick<Operation, "id" | "effect">, past: Noted): void;
  /** In the order of the responses; the same list, until more is noted. */
  of(operation: string): readonly Past[];
  /** The same history for what reads to have it judged: all that it notes is kept. */
  keepingAll(): History;
}

/** Responses up to this are short: a run has many of them, and each is as telling as a long one. */
const SHORT_BYTES = 4096;

/** Of what is kept in any case the responses up to this many bytes: far more than a target gives that makes nothing of its size. */
const MOST_BYTES = 24 * 1024 * 1024;

/**
 * An empty history. Of the reads of an operation the responses are kept up to this many bytes, the short ones and the long ones
 * by themselves, and evenly over the run; of what may change something, and of what is read to be judged, all is kept.
 */
export function createHistory(roomBytes: number): History {
  const histories = new Map<string, OfOperation>();
  /** What was told of an operation, until more is noted: it is asked for by many rules. */
  const told = new Map<string, readonly Past[]>();
  let noted = 0;
  let lastingBytes = 0;

  function historyOf(operation: string): OfOperation {
    const known = histories.get(operation);
    if (known) return known;
    const fresh = { all: [], short: createThinned<Placed>(roomBytes), long: createThinned<Placed>(roomBytes) };
    histories.set(operation, fresh);
    return fresh;
  }

  function note(operation: string, one: Noted, isLasting: boolean): void {
    const bytes = lengthOf(one.exchange);
    const isWhole =
      one.isWhole !== false && isKeptWhole(one.exchange) && (!isLasting || lastingBytes + bytes <= MOST_BYTES);
    const past = { ...one, exchange: isWhole ? kept(one.exchange) : withoutBody(one.exchange), isWhole };
    const placed = { past, place: noted };
    noted += 1;
    const { all, short, long } = historyOf(operation);
    if (isLasting) {
      all.push(placed);
      if (isWhole) lastingBytes += bytes;
    } else (bytes <= SHORT_BYTES ? short : long).add(placed, bytes);
    told.delete(operation);
  }

  const history: History = {
    note: ({ id, effect }, one) => note(id, one, effect !== "read"),
    of(operation) {
      const known = told.get(operation) ?? inOrder(histories.get(operation));
      told.set(operation, known);
      return known;
    },
    // Half of the room stays for what changes something: of that nothing may be missing.
    keepingAll: () => ({
      ...history,
      note: ({ id, effect }, one) => note(id, one, effect !== "read" || lastingBytes < MOST_BYTES / 2),
    }),
  };
  return history;
}

/** What was asked, and when: how many others of the run had a response by then. */
interface Placed {
  readonly past: Past;
  readonly place: number;
}

interface OfOperation {
  /** What is kept whatever comes. */
  readonly all: Placed[];
  readonly short: Thinned<Placed>;
  readonly long: Thinned<Placed>;
}

function inOrder(known: OfOperation | undefined): readonly Past[] {
  if (known === undefined) return [];
  const all = [...known.all, ...known.short.all(), ...known.long.all()];
  return all.sort((one, other) => one.place - other.place).map(({ past }) => past);
}

function lengthOf({ outcome }: Exchange): number {
  return outcome.kind === "none" ? 0 : outcome.bytes.length;
}
