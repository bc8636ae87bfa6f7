import type { JournalEntry } from "../../control/journal/entry.ts";
import type { ClientRule } from "../rule.ts";

/** A client calls only existing operations. */
export const callsKnownOperations: ClientRule = {
  id: "calls-known-operations",
  severity: "error",
  title: "Calls operations of the API by their method and path",
  clause: null,
  remedy: "Correct the base URL, the path or the method; openapi.yaml lists all operations.",
  judge: ({ entries }) => {
    const calls = entries.filter(({ path }) => path.includes("/v1/"));
    return {
      judged: calls.length,
      violations: calls.filter(isUnknown).map((entry) => ({
        cause: `${entry.method} ${entry.path}`,
        message: `There is no ${entry.method} ${entry.path}.${entry.hint === null ? "" : ` ${entry.hint}`}`,
        exchanges: [entry],
      })),
    };
  },
};

function isUnknown({ operation, status }: JournalEntry): boolean {
  return operation === null && (status === 404 || status === 405);
}
