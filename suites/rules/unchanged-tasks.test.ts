import { expect, test } from "vitest";
import { judged, past, rejected } from "./testing/judged.ts";
import { unchangedTaskRules } from "./unchanged-tasks.ts";

const OF_BLOCKS = "tasks.block.refused-without-effect";
const OF_OTHERS = "tasks.block.only-the-task";
const made = past({ title: "one" }, { id: "t1", status: "todo", assigneeAgentId: "a1" });
const listed = (status: string, otherKey: string | null = null) =>
  past({}, [{ id: "t1", status, assigneeAgentId: "a1" }], otherKey);
const block = past({ taskId: "t1" }, { id: "t1", status: "blocked" });

test("a task whose block was rejected is listed as it was made", () => {
  const blocks = [rejected(block, 403)];
  const history = (status: string) => ({ "create-task": [made], "block-task": blocks, "list-tasks": [listed(status)] });
  expect(judged(unchangedTaskRules, OF_BLOCKS, history("blocked"))).toBe("broken");
  expect(judged(unchangedTaskRules, OF_BLOCKS, history("todo"))).toBe(1);
});

test("a task that only callers without credentials asked to block is listed as it was made", () => {
  const history = (...blocks: (typeof block)[]) => ({
    "create-task": [made],
    "block-task": blocks,
    "list-tasks": [listed("blocked")],
  });
  const byStranger = rejected(block, 401);
  expect(judged(unchangedTaskRules, "auth.refused-without-effect", history(byStranger))).toBe("broken");
  expect(judged(unchangedTaskRules, OF_BLOCKS, history(byStranger))).toBe(0);
  expect(judged(unchangedTaskRules, "auth.refused-without-effect", history(byStranger, rejected(block, 403)))).toBe(0);
  expect(judged(unchangedTaskRules, OF_BLOCKS, history(byStranger, rejected(block, 403)))).toBe("broken");
});

test("the task of another agent too, and in its own eyes", () => {
  const history = {
    "create-task": [past({ title: "one" }, { id: "t1", status: "todo" }, "theirs")],
    "block-task": [rejected(block, 404)],
    "list-tasks": [listed("blocked", "theirs")],
  };
  expect(judged(unchangedTaskRules, OF_BLOCKS, history)).toBe("broken");
});

test("what was accepted, or failed by an error of the server, may show", () => {
  for (const blocks of [[block], [rejected(block, 500)], [rejected(block, 403), block]]) {
    const history = { "create-task": [made], "block-task": blocks, "list-tasks": [listed("blocked")] };
    expect(judged(unchangedTaskRules, OF_BLOCKS, history)).toBe(0);
  }
});

test("a block leaves alone the tasks that nobody asked to block", () => {
  const other = past({ taskId: "t2" }, { id: "t2", status: "blocked" });
  const history = { "create-task": [made], "block-task": [other], "list-tasks": [listed("blocked")] };
  expect(judged(unchangedTaskRules, OF_OTHERS, history)).toBe("broken");
  expect(judged(unchangedTaskRules, OF_OTHERS, { ...history, "block-task": [] })).toBe(0);
});

test("in another workspace the same identifier may be that of another task", () => {
  const history = {
    "create-task": [made],
    "block-task": [rejected(block, 403)],
    "list-tasks": [listed("blocked", "elsewhere")],
  };
  expect(judged(unchangedTaskRules, OF_BLOCKS, history)).toBe(0);
});

test("who is rejected the release of what is nobody's does not become its assignee", () => {
  const release = rejected(past({ taskId: "t1" }, {}), 409);
  const nobodys = past({ title: "one" }, { id: "t1", status: "todo", assigneeAgentId: null });
  const history = (assigneeAgentId: string) => ({
    "create-task": [nobodys],
    "release-task": [release],
    "list-tasks": [past({}, [{ id: "t1", status: "todo", assigneeAgentId }])],
  });
  expect(judged(unchangedTaskRules, "tasks.release.refused-without-effect", history("a2"))).toBe("broken");
  expect(judged(unchangedTaskRules, "tasks.release.refused-without-effect", history("a9"))).toBe(0);
});
