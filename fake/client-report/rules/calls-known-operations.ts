import type { JournalEntry } from "../../control/journal/entry.ts";
import { OPERATIONS } from "../../operations.ts";
import type { ClientRule } from "../rule.ts";

/** A client calls only existing operations. */
export const callsKnownOperations: ClientRule = {
  id: "calls-known-operations",
  severity: "error",
  title: "Calls operations of the API by their method and path",
  clause: null,
  remedy: "Correct the base URL, the path or the method; openapi.yaml lists all operations.",
  judge: ({ entries }) => {
    const calls = entries.filter(isForApi);
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

const NAMES: ReadonlySet<string> = new Set(OPERATIONS.map(({ id }) => id));

/** Returns false for requests such as those of a browser for the console and its icon. */
function isForApi({ operation, path, credentials }: JournalEntry): boolean {
  if (path.includes("/v1/")) return true;
  return operation === null && (credentials !== "none" || NAMES.has(path.split("/").pop() ?? ""));
}

/** An unknown path without a valid key is rejected with 401. */
const REJECTIONS: readonly (number | null)[] = [401, 404, 405];

function isUnknown({ operation, status }: JournalEntry): boolean {
  return operation === null && REJECTIONS.includes(status);
}
