import type { RequestInput } from "../../generators/index.ts";
import type { Exchange } from "../client/exchange.ts";
import { isKeptWhole, kept } from "./keeping.ts";

/** One request of the run that was answered, with what was asked by role. */
export interface Past {
  readonly input: RequestInput;
  /** The key that was sent in place of the caller's own; null where something else was sent, or nothing. */
  readonly otherKey: string | null;
  /** True for a request with the caller's own key. */
  readonly isOwn: boolean;
  readonly exchange: Exchange;
  /** False where the answer is too large to be kept as it came. */
  readonly isWhole: boolean;
}

/** What a run has asked so far, by operation: in a smoke run, of which every answer has to tell as much as it can. */
export interface History {
  note(operation: string, past: Omit<Past, "isWhole">): void;
  of(operation: string): readonly Past[];
}

/** An empty history, which keeps nothing where it is not asked to. */
export function createHistory(isKept: boolean): History {
  const past = new Map<string, Past[]>();
  return {
    note(operation, one) {
      if (!isKept) return;
      const known = past.get(operation) ?? [];
      known.push({ ...one, exchange: kept(one.exchange), isWhole: isKeptWhole(one.exchange) });
      past.set(operation, known);
    },
    of: (operation) => past.get(operation) ?? [],
  };
}
