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

function told(exchanges: readonly Exchange[]) {
  const watcher = createLostResponseWatcher(10_000);
  for (const exchange of exchanges) watcher.note(exchange);
  return watcher.answers();
}

test("tells the share of requests without a response, and why there was none", () => {
  const some = Array.from({ length: 96 }, () => answered);
  const [observation] = told([
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

test("says that each request had a response, and nothing before there was one", () => {
  expect(told([answered])).toMatchObject([{ answer: "each had one" }]);
  expect(told([])).toEqual([]);
});

test("what was not sent, or ended with the run, is no loss", () => {
  const never = (["withheld", "unsendable", "aborted"] as const).map((reason) => lost(reason, 1));
  expect(told([answered, ...never])).toMatchObject([{ answer: "each had one" }]);
});
