import type { JournalEntry } from "../../control/journal/entry.ts";
import { isRead, isTemporary, isTransfer, nameOf, nextAttempt } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

/** A client retries after a temporary error. */
export const retriesAfterTemporaryErrors: ClientRule = {
  id: "retries-after-temporary-errors",
  severity: "warning",
  title: "Tries again after 429, 500 and 503, and after a read whose response was lost",
  clause: { section: "Errors and retries", text: "Retry 429, 500 and 503 with growing pauses" },
  remedy: "Send the same request again after a pause, a few times, before you tell your caller that it failed.",
  judge: ({ clients }) => {
    const failed = clients.flatMap((client) => client.filter(canRetry).map((entry) => ({ client, entry })));
    return {
      judged: failed.length,
      violations: failed
        .filter(({ client, entry }) => nextAttempt(client, entry) === undefined)
        .map(({ entry }) => {
          const what = entry.status === null ? "got no response" : `got ${entry.status} ${entry.code ?? ""}`.trim();
          const message = `${nameOf(entry)} ${what}, and was never sent again`;
          return { cause: `${entry.operation} ${entry.status}`, message, exchanges: [entry] };
        }),
    };
  },
};

function canRetry(entry: JournalEntry): boolean {
  if (entry.operation === null || isTransfer(entry)) return false;
  return isTemporary(entry) || (entry.status === null && isRead(entry));
}
