import { expect, test } from "vitest";
import { acceptedEntry, rejected, verdictOf } from "./testing/entries.ts";
import { unchangedTaskRules } from "./unchanged-tasks.ts";

const BLOCK_RULE = "tasks.block.refused-without-effect";
const OTHER_TASKS_RULE = "tasks.block.only-the-task";
const created = acceptedEntry({ title: "one" }, { id: "t1", status: "todo", assigneeAgentId: "a1" });
const listed = (status: string, otherKey: string | null = null) =>
  acceptedEntry({}, [{ id: "t1", status, assigneeAgentId: "a1" }], otherKey);
const block = acceptedEntry({ taskId: "t1" }, { id: "t1", status: "blocked" });

test("requires a task to be listed as created after a rejected block", () => {
  const blocks = [rejected(block, 403)];
  const history = (status: string) => ({
    "create-task": [created],
    "block-task": blocks,
    "list-tasks": [listed(status)],
  });
  expect(verdictOf(unchangedTaskRules, BLOCK_RULE, history("blocked"))).toBe("broken");
  expect(verdictOf(unchangedTaskRules, BLOCK_RULE, history("todo"))).toBe(1);
});

test("attributes a block by a caller without credentials to its own requirement", () => {
  const history = (...blocks: (typeof block)[]) => ({
    "create-task": [created],
    "block-task": blocks,
    "list-tasks": [listed("blocked")],
  });
  const withoutCredentials = rejected(block, 401);
  expect(verdictOf(unchangedTaskRules, "auth.refused-without-effect", history(withoutCredentials))).toBe("broken");
  expect(verdictOf(unchangedTaskRules, BLOCK_RULE, history(withoutCredentials))).toBe(0);
  expect(
    verdictOf(unchangedTaskRules, "auth.refused-without-effect", history(withoutCredentials, rejected(block, 403))),
  ).toBe(0);
  expect(verdictOf(unchangedTaskRules, BLOCK_RULE, history(withoutCredentials, rejected(block, 403)))).toBe("broken");
});

test("requires a task of another agent to stay unchanged in the lists of that agent", () => {
  const history = {
    "create-task": [acceptedEntry({ title: "one" }, { id: "t1", status: "todo" }, "theirs")],
    "block-task": [rejected(block, 404)],
    "list-tasks": [listed("blocked", "theirs")],
  };
  expect(verdictOf(unchangedTaskRules, BLOCK_RULE, history)).toBe("broken");
});

test("does not judge a task with an accepted change, or one that ended in a server error", () => {
  for (const blocks of [[block], [rejected(block, 500)], [rejected(block, 403), block]]) {
    const history = { "create-task": [created], "block-task": blocks, "list-tasks": [listed("blocked")] };
    expect(verdictOf(unchangedTaskRules, BLOCK_RULE, history)).toBe(0);
  }
});

test("reports a blocked task that no request blocked", () => {
  const other = acceptedEntry({ taskId: "t2" }, { id: "t2", status: "blocked" });
  const history = { "create-task": [created], "block-task": [other], "list-tasks": [listed("blocked")] };
  expect(verdictOf(unchangedTaskRules, OTHER_TASKS_RULE, history)).toBe("broken");
  expect(verdictOf(unchangedTaskRules, OTHER_TASKS_RULE, { ...history, "block-task": [] })).toBe(0);
});

test("does not judge a task of another workspace with the same id", () => {
  const history = {
    "create-task": [created],
    "block-task": [rejected(block, 403)],
    "list-tasks": [listed("blocked", "elsewhere")],
  };
  expect(verdictOf(unchangedTaskRules, BLOCK_RULE, history)).toBe(0);
});

test("reports a rejected release of an unassigned task that made the caller its assignee", () => {
  const release = rejected(acceptedEntry({ taskId: "t1" }, {}), 409);
  const unassigned = acceptedEntry({ title: "one" }, { id: "t1", status: "todo", assigneeAgentId: null });
  const history = (assigneeAgentId: string) => ({
    "create-task": [unassigned],
    "release-task": [release],
    "list-tasks": [acceptedEntry({}, [{ id: "t1", status: "todo", assigneeAgentId }])],
  });
  expect(verdictOf(unchangedTaskRules, "tasks.release.refused-without-effect", history("a2"))).toBe("broken");
  expect(verdictOf(unchangedTaskRules, "tasks.release.refused-without-effect", history("a9"))).toBe(0);
});
