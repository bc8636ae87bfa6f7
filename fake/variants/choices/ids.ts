import { countedIds } from "../../overrides/counted-ids.ts";
import { choice } from "../variant.ts";

/** The choice of the form of identifiers. The fake's id generator reads it, since ids are created below all rules. */
export const idChoices = [
  choice({
    name: "id-style",
    title: "the form of identifiers",
    values: ["uuid", "ulid", "prefixed", "numeric", "symbols", "counted"],
    change: () => ({}),
  }),
  choice({
    name: "id-counters",
    title: "whether a message and a memory can have the same id",
    values: ["unique", "one-per-kind"],
    change: countedIds,
    outermost: true,
  }),
];
