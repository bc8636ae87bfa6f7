import type { Guard } from "../model.ts";

/** How close calls are that come at the same time, in milliseconds. */
const TOGETHER_MS = 15;

/** The same request has come before, from whomever: `repeated=request`. Or another one a moment before: `repeated=at-once`. */
export const repeated: Guard = {
  name: "repeated",
  levels: () => ["repeated=request", "repeated=at-once"],
  calls: (level, { operation }) => {
    const known = new Set<string>();
    let last = Number.NEGATIVE_INFINITY;
    return (call) => {
      if (call.operation !== operation) return false;
      if (level === "repeated=at-once") {
        const now = performance.now();
        const isClose = now - last < TOGETHER_MS;
        last = now;
        return isClose;
      }
      const request = JSON.stringify([[...call.query], call.body.kind === "json" ? call.body.value : null]);
      const isKnown = known.has(request);
      known.add(request);
      return isKnown;
    };
  },
};
