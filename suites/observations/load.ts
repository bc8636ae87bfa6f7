import { excerpt } from "../../spec/excerpt.ts";
import { headerOf } from "../client/exchange.ts";
import { isRateRefusal } from "../client/load-refusal.ts";
import type { Observation } from "./answers.ts";
import { createTally, type Watcher } from "./watcher.ts";

/** Whether the target limited the rate of this run's own calls; nobody tries to find its limit. */
export function createLoadWatcher(): Watcher {
  const waits = createTally();
  let all = 0;
  let limited = 0;
  return {
    note(exchange) {
      all += 1;
      if (!isRateRefusal(exchange)) return;
      limited += 1;
      const wait = headerOf(exchange, "retry-after");
      waits.add(wait === undefined ? "without Retry-After" : `with Retry-After: ${excerpt(wait, 60)}`);
    },
    answers(): Observation[] {
      if (all === 0) return [];
      const answer = limited === 0 ? "it did not" : `${limited} calls were limited, ${waits.toString()}`;
      return [{ id: "errors.rate-limit", answer, evidence: `${all} calls of the run` }];
    },
  };
}
