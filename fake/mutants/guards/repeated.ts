import type { Guard } from "../model.ts";
import { isAtSite } from "./at-site.ts";

/** How close calls are that come at the same time, in milliseconds of the fake's clock. */
const TOGETHER_MS = 15;

/** The same request has come before, from whomever: `repeated=request`. Or another one a moment before: `repeated=at-once`. */
export const repeated: Guard = {
  name: "repeated",
  levels: () => ["repeated=request", "repeated=at-once"],
  calls: (level, site) => {
    const known = new Set<string>();
    let last = Number.NEGATIVE_INFINITY;
    return (call) => {
      if (!isAtSite(site, call)) return false;
      if (level === "repeated=at-once") {
        const isClose = call.at - last < TOGETHER_MS;
        last = call.at;
        return isClose;
      }
      const request = JSON.stringify([call.path, [...call.query], call.body.kind === "json" ? call.body.value : null]);
      const isKnown = known.has(request);
      known.add(request);
      return isKnown;
    };
  },
};
