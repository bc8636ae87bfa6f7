import type { Json, JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";

/**
 * The verdict of a filter on an item: "unknown" if it depends on something that the contract or the target leaves open.
 */
export type Verdict = "in" | "out" | "unknown";

/** An item of a view, and the request of the run that created it; null if others created it. */
export interface Item {
  readonly value: JsonObject;
  readonly creation: HistoryEntry | null;
}

/** A filter of a view. */
export interface Filter {
  /** Role of the parameter, or name of the body member. */
  readonly role: string;
  /** The field that it matches, given only if others may change that field. */
  readonly field?: string;
  /** All requirements that a request with only this filter may break. */
  readonly requirements: readonly string[];
  /** Returns the requirement that is broken if a request with only this filter returns or omits the wrong item. */
  requirement(item: Item, filterValue: Json): string;
  /**
   * The requirement that is broken if an item is returned that the filter excludes, even with other filters;
   * `requirement` if not given.
   */
  readonly unwanted?: string;
  test(item: Item, filterValue: Json, page: HistoryEntry, knowledge: Knowledge): Verdict;
  /** The value that applies if the parameter is not sent, and the requirement that states this. */
  readonly fallback?: { readonly requirement: string; value(knowledge: Knowledge): Json };
}

/** A list of the API. */
export interface View {
  readonly operation: string;
  /** JSON pointer to the items. */
  readonly pointer: string;
  /** The operation that creates items of this view. */
  readonly creation: string;
  /** The noun for an item. */
  readonly what: string;
  readonly filters: readonly Filter[];
  /**
   * Fields that others may change and that decide whether an item is shown. If two sightings have the same values, the
   * item was visible in between.
   */
  readonly changing: readonly string[];
  /** Returns true if an item is judged by the values that it shows; all items are if not given. */
  isJudged?(item: Item, knowledge: Knowledge): boolean;
  /** The requirement that is broken if several filters together return the wrong items. */
  readonly combined: string;
  /** The requirement that is broken if an item is missing from a page without filters. */
  readonly unfiltered: string;
  /**
   * True if a page may be shorter than its limit for no visible reason. It then had room for more only if it is far
   * shorter.
   */
  readonly mayBeShort?: boolean;
  /**
   * Returns the ids of items that the caller must not see: that some list leaks one is a finding of its own, and does not
   * make it an item that must be listed.
   */
  hidden?(knowledge: Knowledge): readonly string[];
  /** Returns false for an item that a request without some filter need not find; all must be found if not given. */
  isFound?(item: Item, page: HistoryEntry, knowledge: Knowledge): boolean;
  /**
   * The requirements that are broken if fewer items are returned than the limit, or the default limit, while enough
   * items match all filters.
   */
  readonly filled?: { readonly withLimit: string; readonly withoutLimit: string };
  /** The requirement that is broken if a page after the first returns the wrong items. */
  readonly laterPages?: string;
  /** Parameters in addition to the filters. */
  readonly paging: readonly string[];
  /** JSON pointer to the cursor of the next page, in a view that has one. A page without it is the last. */
  readonly next?: string;
}
