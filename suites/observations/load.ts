import { excerpt } from "../../spec/excerpt.ts";
import { headerOf } from "../client/exchange.ts";
import { isRateRejection } from "../client/load-rejection.ts";
import type { Observation } from "./collected-answers.ts";
import { createTally, type Watcher } from "./watcher.ts";

/** Observes whether the target limited the rate of this run's calls. No requests are sent to find the limit. */
export function createLoadWatcher(): Watcher {
  const waits = createTally();
  const rests = createTally();
  let all = 0;
  let limited = 0;
  return {
    note(exchange) {
      all += 1;
      if (!isRateRejection(exchange)) return;
      limited += 1;
      const wait = headerOf(exchange, "retry-after");
      waits.add(wait === undefined ? "without Retry-After" : "with Retry-After");
      if (wait !== undefined) rests.add(excerpt(wait, 60));
    },
    answers(): Observation[] {
      if (all === 0) return [];
      const answer = limited === 0 ? "it did not" : `it did, ${waits.words()}`;
      const values = rests.size === 0 ? "" : `; Retry-After: ${rests.counts()}`;
      return [
        { id: "errors.rate-limit", answer, evidence: `${limited} of ${all} calls of the run were limited${values}` },
      ];
    },
  };
}
