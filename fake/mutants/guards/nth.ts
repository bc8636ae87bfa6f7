import type { Guard } from "../model.ts";

/** Every so many calls of the operation: `call=every-third`. */
const COUNTS: Readonly<Record<string, number>> = {
  "call=every-second": 2,
  "call=every-third": 3,
  "call=every-fifth": 5,
  "call=every-seventh": 7,
  "call=every-ninth": 9,
};

export const nth: Guard = {
  name: "call",
  levels: () => Object.keys(COUNTS),
  calls: (level, { operation }) => {
    let count = 0;
    return (call) => call.operation === operation && ++count % (COUNTS[level] ?? 1) === 0;
  },
};
