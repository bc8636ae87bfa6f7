import { expect, test } from "vitest";
import type { Exchange, NotReceived } from "./exchange.ts";
import { createRetries, type Wait } from "./retries.ts";
import { answeredExchange } from "./testing/answered-exchange.ts";

const reading = { id: "read", effect: "read" };
const changing = { id: "change", effect: "change" };
const creating = { id: "make", effect: "create" };

function lost(reason: NotReceived["reason"], operation: object | null, method = "GET"): Exchange {
  const request = { method, url: "http://127.0.0.1/", headers: {}, body: null };
  return { operation, request, outcome: { kind: "none", reason, message: "" } } as unknown as Exchange;
}

/** Returns the waits before each retry if all attempts have the same outcome. */
function waitsFor(exchange: Exchange): string[] {
  const retries = createRetries({ retry: true, maxWaitMs: 65_000, isRestarting: () => false });
  const format = ({ kind, ms }: Wait) => `${kind} ${ms}`;
  const waits: string[] = [];
  for (let wait = retries.next(exchange); wait !== null; wait = retries.next(exchange)) waits.push(format(wait));
  return waits;
}

const TWICE = ["repeat 100", "repeat 200"];

test.each<[string, Exchange, readonly string[]]>([
  ["a read whose connection broke", lost("broken", reading), TWICE],
  ["a read of a file whose connection broke", lost("broken", null), TWICE],
  ["a read that had no response in time", lost("timeout", reading), TWICE],
  ["a creation whose connection broke", lost("broken", creating, "POST"), TWICE],
  ["a creation that had no response in time", lost("timeout", creating, "POST"), TWICE],
  ["a change whose connection broke", lost("broken", changing, "POST"), TWICE],
  ["an upload whose connection broke", lost("broken", null, "PUT"), TWICE],
  ["a creation that reached nobody", lost("unreachable", creating, "POST"), TWICE],
  ["a request that was rejected", answeredExchange(400, {}), []],
  ["a request to a target that stays unavailable", answeredExchange(503, {}), ["rest 250", "rest 500"]],
  [
    "a request that is rejected for its rate",
    answeredExchange(429, {}),
    ["rest 250", "rest 500", "rest 1000", "rest 2000", "rest 4000"],
  ],
  [
    "a request that is rejected for its rate and told for how long, each time a little later in its second",
    answeredExchange(429, {}, { "retry-after": "1" }),
    ["rest 1000", "rest 1300", "rest 1450", "rest 2600", "rest 4750"],
  ],
])("retries %s as often as useful", (_, exchange, waits) => {
  expect(waitsFor(exchange)).toEqual(waits);
});

test.each([
  ["waits for the target that starts again", false, "restart"],
  ["waits alone for a storage that starts again", true, "repeat"],
])("after a missing response %s", (_, restartsSeparately, kind) => {
  const retries = createRetries({ retry: true, maxWaitMs: 65_000, isRestarting: () => true, restartsSeparately });
  expect(retries.next(lost("broken", null))).toEqual({ kind, ms: 800 });
});

function retriesAfter(first: Exchange, mustBeRejected = false) {
  const retries = createRetries({ retry: true, maxWaitMs: 65_000, isRestarting: () => false, mustBeRejected });
  retries.next(first);
  return retries;
}

const rejected = (status: number, operation: object | null) =>
  ({ ...answeredExchange(status, {}), operation }) as Exchange;

test.each<[string, boolean, Exchange, number, object | null]>([
  ["a change that was lost, rejected then in whatever way,", true, lost("timeout", changing), 403, changing],
  ["an upload that was lost, rejected then,", true, lost("timeout", null, "PUT"), 403, null],
  ["a creation that was lost, in conflict then,", true, lost("timeout", creating), 409, creating],
  ["a creation that was lost, invalid then,", false, lost("timeout", creating), 400, creating],
  ["a read that was lost, rejected then,", false, lost("timeout", reading), 403, reading],
  ["a change that met 503, rejected then as not entitled,", false, rejected(503, changing), 403, changing],
])("%s may result from the earlier attempt: %s", (_, may, first, status, operation) => {
  expect(retriesAfter(first).mayResultFromEarlier(rejected(status, operation))).toBe(may);
});

test("accepts the rejection of a request that must be rejected, whatever was lost before", () => {
  expect(retriesAfter(lost("timeout", changing), true).mayResultFromEarlier(rejected(409, changing))).toBe(false);
});
