import type { Json, JsonObject } from "../../spec/json.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";

/** Whether a filter lets an item in: "unknown" where that depends on what nobody has told. */
export type Verdict = "in" | "out" | "unknown";

/** An item as a view shows it, and the request that made it. */
export interface Item {
  readonly value: JsonObject;
  readonly making: Past;
}

/** A filter of a view: one row, with one test. */
export interface Filter {
  /** Role of the parameter, or name of the body member. */
  readonly role: string;
  /** The requirement that is broken where this filter alone lets in what it must not, or leaves out what it must not. */
  requirement(item: Item, asked: Json): string;
  test(item: Item, asked: Json, page: Past, knowledge: Knowledge): Verdict;
  /** The value that holds where none is asked for. */
  unasked?(knowledge: Knowledge): Json;
}

/** One list that the API shows. */
export interface View {
  readonly operation: string;
  /** Where the items stand. */
  readonly pointer: string;
  /** The operation that makes items of this view. */
  readonly making: string;
  /** What an item is called. */
  readonly what: string;
  readonly filters: readonly Filter[];
  /** Fields that others may change: between two sightings with the same values an item was the same. */
  readonly changing: readonly string[];
  /** The requirements of its filters. */
  readonly requirements: readonly string[];
  /** The requirement that is broken where several filters together show the wrong items. */
  readonly together: string;
  /** The requirement that is broken where an item is missing from a page without any filter. */
  readonly unfiltered: string;
  /** Parameters beside the filters. */
  readonly paging: readonly string[];
  /** Where the pointer to the next page stands, in a view that has one: without it, a page is the last. */
  readonly next?: string;
}
