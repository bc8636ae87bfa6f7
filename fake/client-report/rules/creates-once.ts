import type { JournalEntry } from "../../control/journal/entry.ts";
import { isPerformed, nameOf, nextAttempt } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

/** Operations that add something each time, with the reads that show it. */
const CREATIONS: Readonly<Record<string, readonly string[]>> = {
  "create-task": ["list-tasks"],
  "block-task": ["list-tasks"],
  "send-message": ["get-messages", "search-messages"],
  remember: ["search-memories", "recall", "bootstrap-context"],
};

/** A client that lost the response to a creation checks its outcome before it repeats it. */
export const createsOnce: ClientRule = {
  id: "creates-once",
  severity: "error",
  title: "Looks before it repeats a creation whose response was lost",
  clause: {
    section: "Errors and retries",
    text: "A write that is retried after a lost response may be carried out twice.",
  },
  remedy:
    "Look for what may have been created before you send it again: list-tasks by title, get-messages of the channel, search-memories by text.",
  judge: ({ clients }) => {
    const lost = clients.flatMap((client) => client.filter(isLostCreation).map((entry) => ({ client, entry })));
    return {
      judged: lost.length,
      violations: lost.flatMap(({ client, entry }) => {
        const again = nextAttempt(client, entry);
        if (again === undefined || !isPerformed(again) || hasReadSince(client, entry, again)) return [];
        const message = `${nameOf(entry)} was carried out and its response lost; it was sent again without a look, and carried out twice`;
        return [{ cause: String(entry.operation), message, exchanges: [entry, again] }];
      }),
    };
  },
};

function isLostCreation(entry: JournalEntry): boolean {
  return entry.status === null && Object.hasOwn(CREATIONS, entry.operation ?? "") && isPerformed(entry);
}

/** Returns true if the client read, between the two, a list that shows the result of the first. */
function hasReadSince(client: readonly JournalEntry[], first: JournalEntry, again: JournalEntry): boolean {
  const reads = CREATIONS[first.operation ?? ""] ?? [];
  return client
    .slice(client.indexOf(first) + 1, client.indexOf(again))
    .some(({ operation, outcome }) => outcome === "ok" && reads.includes(operation ?? ""));
}
