import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { taskVisibilityRules } from "./task-visibility.ts";
import { judged, past } from "./testing/judged.ts";

const RULE = "tasks.visibility.commented";
const task = { id: "commented", status: "todo", priority: "high", channelId: "far" };

/** Answers of list-tasks, in their order. */
function listings(...some: readonly (readonly [asked: JsonObject, data: Json])[]) {
  const responses = some.map(([asked, data], sequence): HistoryEntry => {
    const one = past({ limit: 100, ...asked }, data);
    return { ...one, exchange: { ...one.exchange, sequence, sentAfter: sequence - 1 } };
  });
  return { "list-tasks": responses };
}

test("a task that is listed without filters is listed with those that it satisfies", () => {
  const judge = (asked: JsonObject, data: Json) =>
    judged(taskVisibilityRules, RULE, listings([{}, [task]], [asked, data]));
  expect(judge({ status: "todo" }, [])).toBe("broken");
  expect(judge({ status: "todo" }, [task])).toBe(1);
  expect(judge({ status: "blocked" }, [])).toBe(0);
});

test("a full answer, a text, and a channel of others tell nothing", () => {
  for (const asked of [{ status: "todo", limit: 0 }, { text: "word" }, { channel: "far" }]) {
    expect(judged(taskVisibilityRules, RULE, listings([{}, [task]], [asked, []]))).toBe(0);
  }
  // A count above the maximum may be cut to it.
  const many = Array.from({ length: 100 }, (_, index) => ({ id: `other${index}` }));
  expect(judged(taskVisibilityRules, RULE, listings([{}, [task]], [{ status: "todo", limit: 101 }, many]))).toBe(0);
});

test("what was not seen before, or has changed, may be missing", () => {
  expect(judged(taskVisibilityRules, RULE, listings([{ status: "todo" }, []], [{}, [task]]))).toBe(0);
  const moved = { ...task, status: "done" };
  expect(judged(taskVisibilityRules, RULE, listings([{}, [task]], [{ status: "todo" }, []], [{}, [moved]]))).toBe(0);
});

test("to have ended hides a task from no filter that it satisfies", () => {
  const done = { id: "ended", status: "done", priority: "high" };
  const judge = (asked: JsonObject, data: Json) =>
    judged(taskVisibilityRules, "tasks.list.priority", listings([{}, [done]], [asked, data]));
  expect(judge({ priority: "high" }, [])).toBe("broken");
  expect(judge({ priority: "high" }, [done])).toBe(1);
  expect(judge({ priority: "high", status: "done" }, [])).toBe(0);
  expect(judge({ priority: "low" }, [])).toBe(0);
});
