import { expect, test } from "vitest";
import { retryAfterMs } from "./load-rejection.ts";
import { answeredExchange, receivedJson } from "./testing/answered-exchange.ts";

const NOON = "Thu, 01 Jan 2026 12:00:00 GMT";

function restRequestedBy(headers: Readonly<Record<string, string>>): number | null {
  return retryAfterMs({ ...answeredExchange(429, {}), outcome: { ...receivedJson(429, {}), headers } });
}

test.each<[string, Readonly<Record<string, string>>, number | null]>([
  ["seconds", { "retry-after": "7" }, 7000],
  ["no seconds", { "retry-after": "0" }, 0],
  ["a date", { "retry-after": "Thu, 01 Jan 2026 12:00:09 GMT", date: NOON }, 9000],
  ["a date that has passed", { "retry-after": "Thu, 01 Jan 2026 11:59:00 GMT", date: NOON }, 0],
  ["an empty text", { "retry-after": "", date: NOON }, null],
  ["a hexadecimal number", { "retry-after": "0x10", date: NOON }, null],
  ["an exponent", { "retry-after": "1e3", date: NOON }, null],
  ["a word", { "retry-after": "soon", date: NOON }, null],
  ["nothing", { date: NOON }, null],
])("reads the rest that a rejection requests with %s", (_, headers, ms) => {
  expect(restRequestedBy(headers)).toBe(ms);
});
