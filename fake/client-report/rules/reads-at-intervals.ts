import type { JournalEntry } from "../../control/journal/entry.ts";
import { dataOf, isRead, nameOf, pauseBetween, requestKey } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

/** The number of equal reads from which a client is in a loop. */
const MIN_IN_A_LOOP = 5;
const SHORTEST_PAUSE_MS = 1000;

/** A client that polls pauses between reads. */
export const readsAtIntervals: ClientRule = {
  id: "reads-at-intervals",
  severity: "warning",
  title: "Leaves a second or more between reads of the same that show nothing new",
  clause: null,
  remedy:
    "Poll every few seconds and ask only for what is new (get-messages: after), or keep the response and use it again.",
  judge: ({ clients }) => {
    const runs = clients.flatMap(repeatedReads);
    return {
      judged: runs.length,
      violations: runs
        .filter((run) => run.length >= MIN_IN_A_LOOP)
        .map((run) => {
          const [first] = run as [JournalEntry];
          const message = `${nameOf(first)} was sent ${run.length} times with pauses below ${SHORTEST_PAUSE_MS} ms, and the result was always the same`;
          return { cause: String(first.operation), message, exchanges: run };
        }),
    };
  },
};

/** Returns runs of one read with one result at short intervals; a write of the client ends them. */
function repeatedReads(client: readonly JournalEntry[]): JournalEntry[][] {
  const runs: JournalEntry[][] = [];
  const open = new Map<string, JournalEntry[]>();
  for (const entry of client) {
    const key = requestKey(entry);
    if (!isRead(entry)) open.clear();
    if (!isRead(entry) || key === null || entry.outcome !== "ok") continue;
    const run = open.get(key);
    const before = run?.at(-1);
    if (run !== undefined && before !== undefined && isRepetition(before, entry)) run.push(entry);
    else {
      const begun = [entry];
      open.set(key, begun);
      runs.push(begun);
    }
  }
  return runs;
}

function isRepetition(before: JournalEntry, entry: JournalEntry): boolean {
  return pauseBetween(before, entry) < SHORTEST_PAUSE_MS && resultOf(before) === resultOf(entry);
}

/** Returns the content of a response without its meta; for a long one the beginning. */
function resultOf(entry: JournalEntry): string {
  const content = entry.response?.content;
  return typeof content === "string" ? content : JSON.stringify(dataOf(entry));
}
