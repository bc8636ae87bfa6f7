import type { Json, JsonObject } from "../../spec/json.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";

/** Whether a filter lets an item in: "unknown" where that depends on what nobody has said. */
export type Verdict = "in" | "out" | "unknown";

/** An item as a view shows it, and the request of the run that made it; null for what others made. */
export interface Item {
  readonly value: JsonObject;
  readonly creation: Past | null;
}

/** A filter of a view: one row, with one test. */
export interface Filter {
  /** Role of the parameter, or name of the body member. */
  readonly role: string;
  /** The field that it goes by, where others may change that. */
  readonly field?: string;
  /** All requirements that may be broken where this filter alone is asked for. */
  readonly requirements: readonly string[];
  /** The requirement that is broken where this filter alone lets in what it must not, or leaves out what it must not. */
  requirement(item: Item, asked: Json): string;
  /** The requirement that is broken where it lets in what it must not, with other filters as well: as above, where nothing is said. */
  readonly unwanted?: string;
  test(item: Item, asked: Json, page: Past, knowledge: Knowledge): Verdict;
  /** The value that holds where none is asked for, and the requirement that says so. */
  readonly unasked?: { readonly requirement: string; value(knowledge: Knowledge): Json };
}

/** One list that the API shows. */
export interface View {
  readonly operation: string;
  /** Where the items stand. */
  readonly pointer: string;
  /** The operation that makes items of this view. */
  readonly creation: string;
  /** What an item is called. */
  readonly what: string;
  readonly filters: readonly Filter[];
  /** Fields that others may change, and by which an item is shown at all: between two sightings with the same values it was. */
  readonly changing: readonly string[];
  /** Which items are judged by what they show: all, where nothing is said. */
  isJudged?(item: Item, knowledge: Knowledge): boolean;
  /** The requirement that is broken where several filters together show the wrong items. */
  readonly together: string;
  /** The requirement that is broken where an item is missing from a page without any filter. */
  readonly unfiltered: string;
  /** True where a page may be shorter than asked for, for no reason that shows: only far below that it has room left. */
  readonly mayBeShort?: boolean;
  /** False for an item that a request without some filter need not find: all are found, where nothing is said. */
  isFound?(item: Item, page: Past, knowledge: Knowledge): boolean;
  /** The requirements that are broken where fewer items come than were asked for, or than the default, while this many satisfy all filters. */
  readonly filled?: { readonly asked: string; readonly unasked: string };
  /** The requirement that is broken where a page after the first shows the wrong items. */
  readonly laterPages?: string;
  /** Parameters in addition to the filters. */
  readonly paging: readonly string[];
  /** Where the pointer to the next page stands, in a view that has one: without it, a page is the last. */
  readonly next?: string;
}
