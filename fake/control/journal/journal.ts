import type { Observer } from "../../hooks.ts";
import type { Service } from "../../service.ts";
import type { JournalEntry, JournalFilter } from "./entry.ts";
import { checkFilter, matches } from "./filter.ts";
import { toJournalEntry, toStoredEntry } from "./record.ts";
import { createRing } from "./ring.ts";
import type { StoredEntry } from "./stored-entry.ts";
import { type WaitOptions, waitForMatches } from "./wait.ts";

/** The size of the journal. */
export interface JournalOptions {
  /** Requests, 1,000 by default; the oldest make room. 0 keeps none. */
  readonly entries?: number;
  /** Characters of each body, 4,000 by default. */
  readonly bodyLength?: number;
}

/** Called for every new entry; the function returns it as it is shown. */
export type Listener = (entry: () => JournalEntry) => void;

/** Every exchange with the API, newest last, for tests to inspect the requests of their client. */
export interface Journal {
  /** Matching entries, oldest first. */
  find(filter?: JournalFilter): readonly JournalEntry[];
  count(filter?: JournalFilter): number;
  get(number: number): JournalEntry | undefined;
  /**
   * Returns the matching entries as soon as there are enough.
   *
   * @throws ControlProblem `timeout`, with the number that came and the nearest others.
   */
  waitFor(filter: JournalFilter, options?: WaitOptions): Promise<readonly JournalEntry[]>;
  /** Tells of every entry to come; returns the function that ends it. */
  listen(listener: Listener): () => void;
  /** Removes all entries; numbers continue. */
  clear(): void;
  /** Number of the last entry, 0 before any. */
  readonly last: number;
  /** The number of entries discarded since the last clear. */
  readonly dropped: number;
  readonly capacity: number;
}

/** Creates a journal with the observer that fills it. */
export function createJournal(service: Service, { entries: capacity = 1000, bodyLength = 4000 }: JournalOptions = {}) {
  const ring = createRing<StoredEntry>(capacity);
  const listeners = new Set<(kept: StoredEntry) => void>();
  const show = (kept: StoredEntry) => toJournalEntry(service, kept);
  const fits = (kept: StoredEntry, filter: JournalFilter) => matches(kept, filter, () => show(kept));
  const matching = (filter: JournalFilter = {}) => {
    checkFilter(filter);
    return ring.all().filter((kept) => fits(kept, filter));
  };
  const waited = async (filter: JournalFilter, options: WaitOptions) => {
    checkFilter(filter);
    return (await waitForMatches({ all: ring.all, fits, listeners }, filter, options)).map(show);
  };
  const observe: Observer = (exchange) => {
    if (capacity === 0 && listeners.size === 0) return;
    const kept = ring.add((number) => toStoredEntry(number, exchange, bodyLength));
    for (const hear of listeners) hear(kept);
  };
  const journal: Journal = {
    find: (filter) => matching(filter).map(show),
    count: (filter) => matching(filter).length,
    get: (number) =>
      ring
        .all()
        .filter((kept) => kept.number === number)
        .map(show)[0],
    waitFor: (filter, options = {}) => {
      // When the wait ends, the stack no longer contains the caller.
      const asked = new Error("asked here");
      Error.captureStackTrace(asked, journal.waitFor);
      return waited(filter, options).catch((error: unknown) => {
        throw withStackOf(asked, error);
      });
    },
    listen: (listener) => {
      const hear = (kept: StoredEntry) => listener(() => show(kept));
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    clear: ring.clear,
    get last() {
      return ring.last;
    },
    get dropped() {
      return ring.dropped;
    },
    capacity,
  };
  return { journal, observe };
}

/** Returns an error with the stack of another one. */
function withStackOf({ stack = "" }: Error, error: unknown): unknown {
  if (error instanceof Error) error.stack = `${error.name}: ${error.message}${stack.slice(stack.indexOf("\n    at "))}`;
  return error;
}
