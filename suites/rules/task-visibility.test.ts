import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { taskVisibilityRules } from "./task-visibility.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const RULE = "tasks.visibility.commented";
const task = { id: "commented", status: "todo", priority: "high", channelId: "far" };

/** Returns responses of list-tasks in this order. */
function listings(...some: readonly (readonly [requested: JsonObject, data: Json])[]) {
  const responses = some.map(([requested, data], sequence): HistoryEntry => {
    const entry = acceptedEntry({ limit: 100, ...requested }, data);
    return { ...entry, exchange: { ...entry.exchange, sequence, sentAfter: sequence - 1 } };
  });
  return { "list-tasks": responses };
}

test("requires a task that is listed without filters to be listed with filters that it matches", () => {
  const judge = (requested: JsonObject, data: Json) =>
    verdictOf(taskVisibilityRules, RULE, listings([{}, [task]], [requested, data]));
  expect(judge({ status: "todo" }, [])).toBe("broken");
  expect(judge({ status: "todo" }, [task])).toBe(1);
  expect(judge({ status: "blocked" }, [])).toBe(0);
});

test("does not judge a full page, a text search, or a channel of others", () => {
  for (const requested of [{ status: "todo", limit: 0 }, { text: "word" }, { channel: "far" }]) {
    expect(verdictOf(taskVisibilityRules, RULE, listings([{}, [task]], [requested, []]))).toBe(0);
  }
  // A limit above the maximum may be lowered to it.
  const many = Array.from({ length: 100 }, (_, index) => ({ id: `other${index}` }));
  expect(verdictOf(taskVisibilityRules, RULE, listings([{}, [task]], [{ status: "todo", limit: 101 }, many]))).toBe(0);
});

test("does not judge a task that was not seen before, or that has changed", () => {
  expect(verdictOf(taskVisibilityRules, RULE, listings([{ status: "todo" }, []], [{}, [task]]))).toBe(0);
  const moved = { ...task, status: "done" };
  expect(verdictOf(taskVisibilityRules, RULE, listings([{}, [task]], [{ status: "todo" }, []], [{}, [moved]]))).toBe(0);
});

test("requires a completed task to be listed with filters that it matches", () => {
  const done = { id: "ended", status: "done", priority: "high" };
  const judge = (requested: JsonObject, data: Json) =>
    verdictOf(taskVisibilityRules, "tasks.list.priority", listings([{}, [done]], [requested, data]));
  expect(judge({ priority: "high" }, [])).toBe("broken");
  expect(judge({ priority: "high" }, [done])).toBe(1);
  expect(judge({ priority: "high", status: "done" }, [])).toBe(0);
  expect(judge({ priority: "low" }, [])).toBe(0);
});
