import type { JournalEntry } from "../control/journal/entry.ts";
import type { Journal } from "../control/journal/journal.ts";
import type { ReportSelection } from "./selection.ts";

/** The requests of clients, as the rules read them. */
export interface History {
  /** In the order in which the requests came. */
  readonly entries: readonly JournalEntry[];
  /** The requests of each agent separately; those without a valid key belong to none. */
  readonly clients: readonly (readonly JournalEntry[])[];
  /** False if earlier requests are missing: the journal dropped them, was cleared, or only some were selected. */
  readonly isComplete: boolean;
}

/**
 * Returns the history of journal entries. Steps of a scenario are journal entries too, but not requests of a client.
 */
export function historyOf(entries: readonly JournalEntry[], isComplete: boolean): History {
  const requests = entries.filter(({ method }) => method !== "STEP");
  const inOrder = requests.sort(
    (one, other) => one.timing.arrivedMs - other.timing.arrivedMs || one.number - other.number,
  );
  const clients = new Map<string, JournalEntry[]>();
  for (const entry of inOrder) {
    if (entry.agent === null) continue;
    const key = `${entry.workspace} ${entry.agent.id}`;
    const own = clients.get(key) ?? [];
    own.push(entry);
    clients.set(key, own);
  }
  return { entries: inOrder, clients: [...clients.values()], isComplete };
}

/** Returns the history of the selected requests in a journal. */
export function selectedHistory(journal: Journal, { ignore: _rules, ...filter }: ReportSelection): History {
  const hasFirst = journal.last === 0 || journal.get(1) !== undefined;
  const isEverything = filter.agent === undefined && filter.since === undefined;
  return historyOf(journal.find(filter), hasFirst && isEverything);
}
