import type { JournalEntry } from "../../control/journal/entry.ts";
import { bodyOf, nameOf } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

const STARTS = ["query", "seed_id"];

/** A client recalls either by meaning or from a node. */
export const recallsByQueryOrSeed: ClientRule = {
  id: "recalls-by-query-or-seed",
  severity: "error",
  title: "Recalls by exactly one of query and seed_id",
  clause: { section: "recall", text: "A request has exactly one of `query`, which searches by meaning, and" },
  remedy: "Send query to search by meaning, or seed_id to walk the graph from a node.",
  judge: ({ entries }) => {
    const recalls = entries.filter(({ operation, request }) => operation === "recall" && request?.cut === false);
    return {
      judged: recalls.length,
      violations: recalls
        .filter((entry) => startsOf(entry).length !== 1)
        .map((entry) => ({
          cause: startsOf(entry).join(" "),
          message: `${nameOf(entry)} has ${startsOf(entry).join(" and ") || "neither query nor seed_id"}`,
          exchanges: [entry],
        })),
    };
  },
};

function startsOf(entry: JournalEntry): readonly string[] {
  return STARTS.filter((name) => (bodyOf(entry)[name] ?? null) !== null);
}
