import { nameOf } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

/** A client sends only fields and parameters of the operation. */
export const sendsKnownFields: ClientRule = {
  id: "sends-known-fields",
  severity: "warning",
  title: "Sends only fields and parameters that the operation has",
  clause: null,
  remedy: "Correct the name, or leave the field out: a field that is ignored does not do what it was sent for.",
  judge: ({ entries }) => {
    const read = entries.filter(({ agent, operation }) => agent !== null && operation !== null);
    return {
      judged: read.length,
      violations: read.flatMap((entry) =>
        entry.notes.map((note) => ({
          cause: `${entry.operation} ${note}`,
          message: `${nameOf(entry)}: ${note}`,
          exchanges: [entry],
        })),
      ),
    };
  },
};
