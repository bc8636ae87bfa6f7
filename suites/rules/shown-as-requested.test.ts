import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { shownAsRequestedRules } from "./shown-as-requested.ts";
import { judged, past } from "./testing/judged.ts";

const RULE = "consistency.memory-views";
const one = { id: "m1", status: "current", version: 1, metadata: { topic: "one" } };
const other = { id: "m2", status: "current", version: 1, metadata: { topic: "other" } };
const made = [one, other].map((memory) => past({ metadata: memory.metadata }, memory));

const listed = (...hits: Json[]) => ({ remember: made, "search-memories": [past({}, { hits })] });
const { metadata: _, ...bare } = other;

test("a list shows the metadata that a request set, whether or not it shows those of others", () => {
  expect(judged(shownAsRequestedRules, RULE, listed(one, other))).toBe(2);
  expect(judged(shownAsRequestedRules, RULE, listed(one, bare))).toBe("broken");
  expect(judged(shownAsRequestedRules, RULE, listed({ ...bare, metadata: null }))).toBe("broken");
});

test("a memory that has changed, and long metadata, decide nothing", () => {
  expect(judged(shownAsRequestedRules, RULE, listed(one, { ...bare, status: "expired" }))).toBe(1);
  expect(judged(shownAsRequestedRules, RULE, listed(one, { ...bare, version: 2 }))).toBe(1);
  const metadata = { topic: "long ".repeat(200) };
  const long = {
    remember: [past({ metadata }, { ...bare, metadata })],
    "search-memories": [past({}, { hits: [bare] })],
  };
  expect(judged(shownAsRequestedRules, RULE, long)).toBe(1);
});

test("a recall may shorten the neighbours of its hits", () => {
  const recalled = (expand: Json) => ({
    remember: made,
    recall: [past({ query: "q", expand }, { hits: [one, bare] })],
  });
  expect(judged(shownAsRequestedRules, RULE, recalled(["provenance"]))).toBe("broken");
  expect(judged(shownAsRequestedRules, RULE, recalled(["related"]))).toBe(0);
});

test("a task is listed with its assignee until a response shows it without one", () => {
  const task = { id: "t1", title: "one", version: 1, assigneeAgentId: "a1" };
  const history = (shown: JsonObject, key: string | null = null) => ({
    "create-task": [past({ title: "one", assigneeAgentId: "a1" }, task)],
    "release-task": [past({ taskId: "t1" }, { ...task, version: 2, assigneeAgentId: null })],
    "list-tasks": [past({}, [{ ...task, ...shown }], key)],
  });
  const verdict = (...given: Parameters<typeof history>) =>
    judged(shownAsRequestedRules, "consistency.task-views", history(...given));
  expect(verdict({})).toBe(1);
  expect(verdict({ assigneeAgentId: null })).toBe("broken");
  expect(verdict({ assigneeAgentId: null, version: 2 })).toBe(1);
  expect(verdict({ title: null, version: 2 })).toBe("broken");
  expect(verdict({ assigneeAgentId: null }, "theirs")).toBe(0);
});

test("a task is listed after a change as it was created, although the response to the change omits it", () => {
  const task = { id: "t1", version: 1, title: "one", description: "two" };
  const verdict = (shown: JsonObject, blocked: JsonObject = {}) =>
    judged(shownAsRequestedRules, "consistency.task-views", {
      "create-task": [past({ title: "one", description: "two" }, task)],
      "block-task": [past({ taskId: "t1" }, { id: "t1", version: 2, ...blocked })],
      "list-tasks": [past({}, [{ ...task, version: 2, ...shown }])],
    });
  expect(verdict({})).toBe(1);
  expect(verdict({ description: null })).toBe("broken");
  expect(verdict({ description: "too" })).toBe("broken");
  // What the response to the change has lost is a finding about that response.
  expect(verdict({ description: null }, { description: null })).toBe(1);
  expect(verdict({ description: "edited by a person", version: 3 })).toBe(0);
});
