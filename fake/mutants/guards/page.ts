import type { Guard } from "../model.ts";

const CURSORS = ["cursor", "before", "after"];
const PAGED = new Set(["get-messages", "search-memories"]);

/** A page that a cursor leads to: `page=next`. */
export const page: Guard = {
  name: "page",
  levels: ({ operation }) => (PAGED.has(operation) ? ["page=next"] : []),
  calls:
    () =>
    ({ query }) =>
      CURSORS.some((name) => query.has(name)),
};
