import { problem } from "../problem.ts";
import type { JournalFilter } from "./entry.ts";
import { unmatchedMembers } from "./filter.ts";
import type { StoredEntry } from "./stored-entry.ts";

/** The options of a wait. */
export interface WaitOptions {
  /** The number of matching requests, including earlier ones; 1 by default. */
  readonly count?: number;
  /** Real time in milliseconds, 10,000 by default. */
  readonly timeoutMs?: number;
  /** Gives up early. */
  readonly signal?: AbortSignal;
}

/** The source of a wait: the existing entries, and new ones. */
export interface Watched {
  readonly all: () => readonly StoredEntry[];
  readonly fits: (kept: StoredEntry, filter: JournalFilter) => boolean;
  readonly listeners: Set<(kept: StoredEntry) => void>;
}

/** Waits until enough entries match. */
export function waitForMatches(
  { all, fits, listeners }: Watched,
  filter: JournalFilter,
  { count = 1, timeoutMs = 10_000, signal }: WaitOptions,
): Promise<readonly StoredEntry[]> {
  return new Promise((resolve, reject) => {
    const found = all().filter((kept) => fits(kept, filter));
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      listeners.delete(hear);
      signal?.removeEventListener("abort", giveUp);
      settle();
    };
    const look = () => {
      if (found.length >= count) finish(() => resolve(found));
    };
    const hear = (kept: StoredEntry) => {
      if (!fits(kept, filter)) return;
      found.push(kept);
      look();
    };
    const giveUp = () => finish(() => reject(tooFew(all(), filter, { came: found.length, count, timeoutMs })));
    const timer = setTimeout(giveUp, timeoutMs);
    signal?.addEventListener("abort", giveUp);
    listeners.add(hear);
    look();
  });
}

const MAX_NEAR = 3;

/** Returns the error with the number that came, and the requests that differ from the filter in only one member. */
function tooFew(
  kept: readonly StoredEntry[],
  filter: JournalFilter,
  { came, count, timeoutMs }: { readonly came: number; readonly count: number; readonly timeoutMs: number },
) {
  const { text: _dear, ...cheap } = filter;
  const near = kept.flatMap((each) => nearMiss(each, cheap)).slice(-MAX_NEAR);
  const hint =
    near.length === 0
      ? "No request came close: does the client use this fake's address?"
      : `Close were: ${near.map(({ number, differs }) => `number ${number}, but for its ${differs}`).join("; ")}.`;
  const message = `${came} of ${count} matching requests came within ${timeoutMs} ms. ${hint}`;
  return problem("timeout", message, hint, { came, wanted: count, near });
}

function nearMiss(kept: StoredEntry, filter: JournalFilter) {
  const [differs, ...more] = unmatchedMembers(kept, filter);
  return differs === undefined || more.length > 0 ? [] : [{ number: kept.number, differs }];
}
