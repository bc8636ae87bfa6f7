import { nameOf } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

/** A client validates its input before it sends it. */
export const sendsValidRequests: ClientRule = {
  id: "sends-valid-requests",
  severity: "warning",
  title: "Sends requests that the contract calls valid",
  clause: { section: "Responses, 400", text: "The request is not valid." },
  remedy: "Check the input before it is sent. Where a test sends it on purpose, leave this rule out.",
  isFallback: true,
  judge: ({ entries }) => {
    const calls = entries.filter(({ operation, agent, rule }) => operation !== null && agent !== null && rule === null);
    return {
      judged: calls.length,
      violations: calls
        .filter(({ status, operation }) => status === 400 && operation !== "upload-bytes")
        .map((entry) => ({
          cause: `${entry.operation} ${entry.why}`,
          message: `${nameOf(entry)} was rejected: ${entry.why ?? entry.code}${entry.hint === null ? "" : ` → ${entry.hint}`}`,
          exchanges: [entry],
        })),
    };
  },
};
