import { LIST_POINTERS } from "../models/bootstrap-lists.ts";

/** The lists of a kind of resource in the responses of an operation. */
export interface ItemList {
  readonly operation: string;
  /** JSON pointers to the lists. */
  readonly pointers: readonly string[];
}

export const TASK_LIST = { operation: "list-tasks", pointers: ["/data"] } as const;

/** The pages of a channel. Only they show messages with their metadata. */
export const MESSAGE_PAGES = { operation: "get-messages", pointers: ["/data/messages"] } as const;

export const MESSAGE_LISTS = [MESSAGE_PAGES, { operation: "search-messages", pointers: ["/data/messages"] }] as const;

export const MEMORY_LISTS: readonly ItemList[] = [
  { operation: "search-memories", pointers: ["/data/hits"] },
  { operation: "recall", pointers: ["/data/hits"] },
  { operation: "bootstrap-context", pointers: LIST_POINTERS },
];
