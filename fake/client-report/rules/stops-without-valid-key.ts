import type { JournalEntry } from "../../control/journal/entry.ts";
import { isReaction } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

/** The number of requests that may be in flight before a client has read the response. */
const MIN_REPEATED = 3;

/** A client stops if its key is not valid. */
export const stopsWithoutValidKey: ClientRule = {
  id: "stops-without-valid-key",
  severity: "error",
  title: "Stops after 401",
  clause: { section: "Authentication", text: "Without a valid key the status is 401." },
  remedy:
    "Treat 401 as the end: tell the operator that the key is missing or not valid, and send nothing until it was replaced.",
  judge: ({ entries }) => {
    const runs = runsOf(entries);
    return {
      judged: runs.length,
      violations: runs
        .filter((run) => run.length >= MIN_REPEATED)
        .map((run) => ({
          cause: String(run[0]?.credentials),
          message: `${run.length} requests, all but the first after a 401, ${run[0]?.credentials === "none" ? "without a key" : "with a key that is not valid"}`,
          exchanges: run,
        })),
    };
  },
};

/**
 * Returns runs of requests that got 401, each sent after the response to the first, without an accepted one in
 * between.
 */
function runsOf(entries: readonly JournalEntry[]): JournalEntry[][] {
  const runs: JournalEntry[][] = [];
  let run: JournalEntry[] = [];
  for (const entry of entries) {
    const [first] = run;
    if (entry.status !== 401 || entry.rule !== null) {
      if (entry.agent !== null) run = [];
    } else if (first === undefined || first.credentials !== entry.credentials) {
      run = [entry];
      runs.push(run);
    } else if (isReaction(entry, first)) run.push(entry);
  }
  return runs;
}
