import { expect, test } from "vitest";
import { loadDocument } from "../../spec/document/document.ts";
import type { Json } from "../../spec/json.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import { createWatchers } from "./watchers.ts";

const document = await loadDocument();

/** Returns the answer for a point after these responses. */
function answerFor(point: string, answers: readonly (readonly [operation: string, status: number, body: Json])[]) {
  const watchers = createWatchers(document, 10_000);
  for (const [id, status, body] of answers) {
    const operation = document.operations.find((operation) => operation.id === id) ?? null;
    watchers.note({ ...answeredExchange(status, body), operation });
  }
  return watchers.answers().find(({ id }) => id === point)?.answer;
}

test("states frequencies as evidence, not in the answer", () => {
  const meta = { requestId: "r-1", timestamp: "2026-01-02T03:04:05Z", pagination: { hasMore: true, total: 2 } };
  const list: Json = { success: true, data: [{ title: "a" }], meta };
  const rejected: Json = { success: false, error: { code: "rate_limited", message: "no" }, meta };
  const traffic = [
    ["list-tasks", 200, list],
    ["recall", 429, rejected],
    ["list-tasks", 400, rejected],
  ] as const;
  const answers = (times: number) => {
    const watchers = createWatchers(document, 10_000);
    for (const [id, status, body] of Array.from({ length: times }, () => traffic).flat()) {
      const operation = document.operations.find((operation) => operation.id === id) ?? null;
      watchers.note({ ...answeredExchange(status, body), operation });
    }
    return watchers.answers();
  };
  const [few, many] = [answers(2), answers(7)];
  expect(many.map(({ id, answer }) => [id, answer])).toEqual(few.map(({ id, answer }) => [id, answer]));
  expect(many.map(({ evidence }) => evidence)).not.toEqual(few.map(({ evidence }) => evidence));
  expect(few.length).toBeGreaterThan(8);
});

test("collects the forms of times from all date-time members of the document", () => {
  const meta = { requestId: "r-1", timestamp: "2026-01-02T03:04:05Z" };
  const task = { createdAt: "2026-01-02T03:04:05.123456+05:45", title: "2026-01-02T03:04:05.1Z" };
  expect(answerFor("meta.timestamp-form", [["create-task", 200, { success: true, data: task, meta }]])).toBe(
    "0 digits of a fraction, Z, 6 digits of a fraction, +05:45",
  );
  expect(answerFor("meta.timestamp-form", [["list-tasks", 200, { success: true, data: [task, task] }]])).toBe(
    "6 digits of a fraction, +05:45",
  );
});

test("compares the total of a recall with its hits, not its edges", () => {
  const data = { hits: [{ id: "m" }], edges: [{}, {}, {}], scores: [], messages: [] };
  const meta = { requestId: "r", timestamp: "2026-01-02T03:04:05Z", pagination: { hasMore: true, total: 2 } };
  expect(answerFor("pagination.total", [["recall", 200, { success: true, data, meta }]])).toBe(
    "recall: more than on the page",
  );
});

test("does not treat an exhausted plan as a rate limit, whatever its status", () => {
  const rejected = (code: string): Json => ({ success: false, error: { code, message: "no" } });
  expect(answerFor("errors.rate-limit", [["create-task", 429, rejected("plan_limit_reached")]])).toBe("it did not");
  expect(answerFor("errors.rate-limit", [["create-task", 429, rejected("rate_limited")]])).toBe(
    "it did, without Retry-After",
  );
});
