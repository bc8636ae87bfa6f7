import { expect, test } from "vitest";
import type { Exchange, NotReceived } from "../client/exchange.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import { createLostResponseWatcher } from "./lost-responses.ts";

const answered = answeredExchange(200, { success: true });
const lost = (reason: NotReceived["reason"], durationMs: number): Exchange => ({
  ...answered,
  outcome: { kind: "none", reason, message: reason },
  durationMs,
});

function answersFor(exchanges: readonly Exchange[]) {
  const watcher = createLostResponseWatcher(10_000);
  for (const exchange of exchanges) watcher.note(exchange);
  return watcher.answers();
}

test("states the share of requests without a response, and the reasons", () => {
  const some = Array.from({ length: 96 }, () => answered);
  const [observation] = answersFor([
    ...some,
    lost("timeout", 10_001),
    lost("timeout", 10_002),
    lost("timeout", 1_200),
    lost("broken", 3),
  ]);
  expect(observation).toEqual({
    id: "responses.lost",
    answer: "some had none in time, some connections were closed without one",
    evidence:
      "2 % of requests had no response within 10 s; 1 % were repeated because their response was unusually late; 1 % of connections were closed without a response",
  });
});

test("states that every request had a response, and nothing before the first response", () => {
  expect(answersFor([answered])).toMatchObject([{ answer: "each had one" }]);
  expect(answersFor([])).toEqual([]);
});

test("does not count requests that were not sent, or that ended with the run", () => {
  const never = (["withheld", "unsendable", "aborted"] as const).map((reason) => lost(reason, 1));
  expect(answersFor([answered, ...never])).toMatchObject([{ answer: "each had one" }]);
});
