import type { Guard } from "../model.ts";
import { isAtSite } from "./at-site.ts";

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
  calls: (level, site) => {
    let count = 0;
    return (call) => isAtSite(site, call) && ++count % (COUNTS[level] ?? 1) === 0;
  },
};
