import type { Exchange } from "../client/exchange.ts";
import type { Observation } from "./collected-answers.ts";
import type { Watcher } from "./watcher.ts";

/** Why a request had no response: it timed out, was abandoned as unusually late, or the connection was closed. */
type Loss = "in time" | "early" | "closed";

/**
 * Observes whether each request had a response, including those outside of the API; `timeoutMs` is the timeout of a
 * request.
 */
export function createLostResponseWatcher(timeoutMs: number): Watcher {
  const lost = { "in time": 0, early: 0, closed: 0 };
  let all = 0;
  return {
    note(exchange) {
      const loss = lossOf(exchange, timeoutMs);
      if (exchange.outcome.kind === "response" || loss !== null) all += 1;
      if (loss !== null) lost[loss] += 1;
    },
    answers(): Observation[] {
      if (all === 0) return [];
      const late = lost["in time"] + lost.early;
      const answers = [
        ...(late > 0 ? ["some had none in time"] : []),
        ...(lost.closed > 0 ? ["some connections were closed without one"] : []),
      ];
      const share = (count: number) => `${Math.max(1, Math.round((100 * count) / all))} %`;
      const parts = [
        ...(lost["in time"] > 0
          ? [`${share(lost["in time"])} of requests had no response within ${timeoutMs / 1000} s`]
          : []),
        ...(lost.early > 0 ? [`${share(lost.early)} were repeated because their response was unusually late`] : []),
        ...(lost.closed > 0 ? [`${share(lost.closed)} of connections were closed without a response`] : []),
      ];
      return [
        {
          id: "responses.lost",
          answer: answers.join(", ") || "each had one",
          evidence: parts.join("; ") || "no request of the run was left without a response",
        },
      ];
    },
  };
}

function lossOf({ outcome, durationMs }: Exchange, timeoutMs: number): Loss | null {
  if (outcome.kind === "response") return null;
  if (outcome.reason === "broken") return "closed";
  if (outcome.reason !== "timeout") return null;
  return durationMs < 0.9 * timeoutMs ? "early" : "in time";
}
