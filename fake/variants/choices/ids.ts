import { choice } from "../variant.ts";

/** The form of identifiers; the fake's maker of ids reads it, since ids are made below all rules. */
export const idChoices = [
  choice({
    name: "id-style",
    title: "the form of identifiers",
    values: ["uuid", "ulid", "prefixed", "numeric", "symbols"],
    change: () => ({}),
  }),
];
