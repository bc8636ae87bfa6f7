import type { JournalEntry } from "../../control/journal/entry.ts";
import { errorOf, isAfter, isSameRequest, nameOf, pauseBetween } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

/** The pause after which a client probably waited for someone to change something. */
const LONGEST_PAUSE_MS = 10_000;

/** Statuses that other rules judge. */
const STATUSES_OF_OTHER_RULES = [401, 429];

/** A client changes a rejected request, or something else, before it repeats it. */
export const correctsBeforeRepeating: ClientRule = {
  id: "corrects-before-repeating",
  severity: "error",
  title: "Does not send a rejected request again as it was",
  clause: { section: "Errors and retries", text: "Correct the request before you repeat it after another status." },
  remedy: "Retry 429, 500 and 503 alone; give any other 4xx to the caller, with error.code and requestId.",
  judge: ({ clients }) => {
    const rejected = clients.flatMap((client) =>
      client.flatMap((entry, index) => (isFinal(entry) ? [{ entry, next: client[index + 1] }] : [])),
    );
    return {
      judged: rejected.length,
      violations: rejected.flatMap(({ entry, next }) =>
        next !== undefined && isUnchanged(entry, next)
          ? [
              {
                cause: `${entry.operation} ${entry.code}`,
                message: `${nameOf(entry)} was rejected with ${entry.status} ${entry.code ?? ""}, sent again as it was, and rejected again`,
                exchanges: [entry, next],
              },
            ]
          : [],
      ),
    };
  },
};

function isFinal(entry: JournalEntry): boolean {
  const { status, operation } = entry;
  if (operation === null || status === null || STATUSES_OF_OTHER_RULES.includes(status)) return false;
  return status >= 400 && status < 500 && errorOf(entry).retryable !== true;
}

/** Returns true if the next request was the same and ended in the same way. */
function isUnchanged(entry: JournalEntry, next: JournalEntry): boolean {
  return (
    isSameRequest(entry, next) &&
    isAfter(next, entry) &&
    next.status === entry.status &&
    next.code === entry.code &&
    pauseBetween(entry, next) < LONGEST_PAUSE_MS
  );
}
