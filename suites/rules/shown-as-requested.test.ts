import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import { shownAsRequestedRules } from "./shown-as-requested.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const RULE = "consistency.memory-views";
const one = { id: "m1", status: "current", version: 1, metadata: { topic: "one" } };
const other = { id: "m2", status: "current", version: 1, metadata: { topic: "other" } };
const creations = [one, other].map((memory) => acceptedEntry({ metadata: memory.metadata }, memory));

const listed = (...hits: Json[]) => ({ remember: creations, "search-memories": [acceptedEntry({}, { hits })] });
const { metadata: _, ...bare } = other;

test("requires a list to show the metadata of each memory that was created with metadata", () => {
  expect(verdictOf(shownAsRequestedRules, RULE, listed(one, other))).toBe(2);
  expect(verdictOf(shownAsRequestedRules, RULE, listed(one, bare))).toBe("broken");
  expect(verdictOf(shownAsRequestedRules, RULE, listed({ ...bare, metadata: null }))).toBe("broken");
});

test("does not judge a memory that has changed, or long metadata", () => {
  expect(verdictOf(shownAsRequestedRules, RULE, listed(one, { ...bare, status: "expired" }))).toBe(1);
  expect(verdictOf(shownAsRequestedRules, RULE, listed(one, { ...bare, version: 2 }))).toBe(1);
  const metadata = { topic: "long ".repeat(200) };
  const long = {
    remember: [acceptedEntry({ metadata }, { ...bare, metadata })],
    "search-memories": [acceptedEntry({}, { hits: [bare] })],
  };
  expect(verdictOf(shownAsRequestedRules, RULE, long)).toBe(1);
});

test("accepts shortened neighbours of hits in a recall", () => {
  const recalled = (expand: Json) => ({
    remember: creations,
    recall: [acceptedEntry({ query: "q", expand }, { hits: [one, bare] })],
  });
  expect(verdictOf(shownAsRequestedRules, RULE, recalled(["provenance"]))).toBe("broken");
  expect(verdictOf(shownAsRequestedRules, RULE, recalled(["related"]))).toBe(0);
});

test("requires a task to be listed with its assignee until a response shows it without one", () => {
  const task = { id: "t1", title: "one", version: 1, assigneeAgentId: "a1" };
  const history = (shown: JsonObject, key: string | null = null) => ({
    "create-task": [acceptedEntry({ title: "one", assigneeAgentId: "a1" }, task)],
    "release-task": [acceptedEntry({ taskId: "t1" }, { ...task, version: 2, assigneeAgentId: null })],
    "list-tasks": [acceptedEntry({}, [{ ...task, ...shown }], key)],
  });
  const verdict = (...given: Parameters<typeof history>) =>
    verdictOf(shownAsRequestedRules, "consistency.task-views", history(...given));
  expect(verdict({})).toBe(1);
  expect(verdict({ assigneeAgentId: null })).toBe("broken");
  expect(verdict({ assigneeAgentId: null, version: 2 })).toBe(1);
  expect(verdict({ title: null, version: 2 })).toBe("broken");
  expect(verdict({ assigneeAgentId: null }, "theirs")).toBe(0);
});

test("requires a task to be listed as created after a change whose response omits fields", () => {
  const task = { id: "t1", version: 1, title: "one", description: "two" };
  const verdict = (shown: JsonObject, blocked: JsonObject = {}) =>
    verdictOf(shownAsRequestedRules, "consistency.task-views", {
      "create-task": [acceptedEntry({ title: "one", description: "two" }, task)],
      "block-task": [acceptedEntry({ taskId: "t1" }, { id: "t1", version: 2, ...blocked })],
      "list-tasks": [acceptedEntry({}, [{ ...task, version: 2, ...shown }])],
    });
  expect(verdict({})).toBe(1);
  expect(verdict({ description: null })).toBe("broken");
  expect(verdict({ description: "too" })).toBe("broken");
  // A member that the response to the change lost is a finding about that response.
  expect(verdict({ description: null }, { description: null })).toBe(1);
  expect(verdict({ description: "edited by a person", version: 3 })).toBe(0);
});
