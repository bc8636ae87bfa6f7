import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { changeResponseRules } from "./change-responses.ts";
import { judged, past } from "./testing/judged.ts";

const TASK = { id: "t1", title: "one", description: "two\nlines", priority: "low", assigneeAgentId: "a1" };

/** A later response of the run. */
const at = (sequence: number, one: HistoryEntry): HistoryEntry => ({
  ...one,
  exchange: { ...one.exchange, sequence, sentAfter: sequence - 1 },
});
const made = past({ title: "one", description: "two\nlines", priority: "low" }, TASK);
const change = (sequence: number, shown: JsonObject) => at(sequence, past({ taskId: "t1" }, { ...TASK, ...shown }));

test("a block leaves the fields of a task as they were, as far as its response shows them", () => {
  const blocked = (shown: JsonObject) => ({ "create-task": [made], "block-task": [change(2, shown)] });
  const { description: _left, ...rest } = TASK;
  expect(judged(changeResponseRules, "tasks.block.keeps-fields", blocked({}))).toBe(1);
  expect(judged(changeResponseRules, "tasks.block.keeps-fields", blocked({ description: "two lines" }))).toBe("broken");
  expect(judged(changeResponseRules, "tasks.block.keeps-fields", blocked({ description: null }))).toBe("broken");
  const shorter = { "create-task": [made], "block-task": [at(2, past({ taskId: "t1" }, rest))] };
  expect(judged(changeResponseRules, "tasks.block.keeps-fields", shorter)).toBe(1);
});

test("a block keeps the assignee, unless a release may have come before it, whatever its response shows", () => {
  const assigned = past({ title: "one", assigneeAgentId: "a1" }, TASK);
  const { assigneeAgentId: _cleared, ...rest } = TASK;
  const verdict = (history: Readonly<Record<string, readonly HistoryEntry[]>>) =>
    judged(changeResponseRules, "tasks.block.keeps-fields", { "create-task": [assigned], ...history });
  const blocked = change(4, { assigneeAgentId: null });
  expect(verdict({ "block-task": [blocked] })).toBe("broken");
  const without = past({ taskId: "t1" }, rest);
  expect(verdict({ "block-task": [blocked], "release-task": [at(2, without)] })).toBe(1);
  // Of two at once either may have come first; one that was asked for later says nothing.
  const atOnce = { ...without, exchange: { ...without.exchange, sequence: 5, sentAfter: 3 } };
  expect(verdict({ "block-task": [blocked], "release-task": [atOnce] })).toBe(1);
  expect(verdict({ "block-task": [blocked], "release-task": [at(6, without)] })).toBe("broken");
});

test("a block does not assign a released task again", () => {
  const assigned = past({ title: "one", assigneeAgentId: "a1" }, TASK);
  const verdict = (shown: JsonObject) =>
    judged(changeResponseRules, "tasks.block.keeps-fields", {
      "create-task": [assigned],
      "release-task": [change(2, { assigneeAgentId: null })],
      "block-task": [change(4, shown)],
    });
  expect(verdict({ assigneeAgentId: null })).toBe(1);
  expect(verdict({ assigneeAgentId: "a2" })).toBe(1);
  expect(verdict({ assigneeAgentId: "a1" })).toBe("broken");
});

test("a block sets no field that was unset, unless such a field comes by itself", () => {
  const older = { id: "t0", title: "older", assigneeAgentId: "a1" };
  const verdict = (shown: JsonObject, untouched: JsonObject = {}) =>
    judged(changeResponseRules, "tasks.block.keeps-fields", {
      "create-task": [at(1, past({ title: "older" }, older)), at(2, made)],
      "block-task": [change(3, shown)],
      "list-tasks": [at(4, past({}, [{ ...older, ...untouched }]))],
    });
  const due = { dueAt: "2026-01-01T00:00:00Z" };
  expect(verdict({})).toBe(1);
  expect(verdict(due)).toBe("broken");
  expect(verdict(due, due)).toBe(1);
});

test("what a block has lost is not what the release after it loses", () => {
  const history = {
    "create-task": [made],
    "block-task": [change(2, { description: null })],
    "release-task": [change(3, { description: null })],
  };
  expect(judged(changeResponseRules, "tasks.release.keeps-fields", history)).toBe(1);
});

test("the response to a change is the task that was named, changed as was asked", () => {
  const of = (operation: string, shown: JsonObject) => ({ "create-task": [made], [operation]: [change(2, shown)] });
  expect(judged(changeResponseRules, "tasks.block.status", of("block-task", { status: "blocked" }))).toBe(1);
  expect(judged(changeResponseRules, "tasks.block.status", of("block-task", { status: "todo" }))).toBe("broken");
  expect(judged(changeResponseRules, "tasks.block.status", of("block-task", { id: "t2", status: "blocked" }))).toBe(
    "broken",
  );
  const released = "tasks.release.clears-assignment";
  expect(judged(changeResponseRules, released, of("release-task", { assigneeAgentId: null }))).toBe(1);
  expect(judged(changeResponseRules, released, of("release-task", {}))).toBe("broken");
  expect(judged(changeResponseRules, released, of("release-task", { assigneeAgentId: "a2" }))).toBe("broken");
  expect(
    judged(changeResponseRules, released, of("release-task", { assigneeAgentId: null, assigneeUserId: "u1" })),
  ).toBe("broken");
  // What happens to a user beside the agent is open, but the agent is gone.
  const shared = (shown: JsonObject) => ({
    "create-task": [past({ title: "one" }, { ...TASK, assigneeUserId: "u1" })],
    "release-task": [change(2, shown)],
  });
  expect(judged(changeResponseRules, released, shared({ assigneeAgentId: null, assigneeUserId: "u1" }))).toBe(1);
  expect(judged(changeResponseRules, released, shared({ assigneeUserId: "u1" }))).toBe("broken");
  // People may have assigned it to a user since.
  const given = { "list-tasks": [past({}, [{ ...TASK, assigneeUserId: "u2" }])] };
  const later = of("release-task", { assigneeAgentId: null, assigneeUserId: "u2" });
  expect(judged(changeResponseRules, released, { ...later, ...given })).toBe(1);
});

test("a flagged message has its entry, and is what was sent", () => {
  const message = { id: "m1", content: "words", senderId: "a1" };
  const of = (shown: JsonObject) => ({
    "send-message": [past({ content: "words" }, message)],
    "flag-needs-human": [at(2, past({ messageId: "m1" }, { ...message, ...shown }))],
  });
  const flagged = { metadata: { needsHuman: { reason: "why" } } };
  expect(judged(changeResponseRules, "messages.flag.sets-needs-human", of(flagged))).toBe(1);
  expect(judged(changeResponseRules, "messages.flag.sets-needs-human", of({ metadata: {} }))).toBe("broken");
  expect(judged(changeResponseRules, "messages.flag.keeps-content", of(flagged))).toBe(1);
  expect(judged(changeResponseRules, "messages.flag.keeps-content", of({ ...flagged, senderId: "a2" }))).toBe("broken");
});

test("a flag shows the message that was named, with every field and attachment that its sending showed", () => {
  const file = { id: "f1", name: "one.txt", sizeBytes: 3 };
  const message = { id: "m1", content: "words", parentId: "m0", isEdited: false, attachments: [file] };
  const judge = (requirement: string, shown: JsonObject, omitted = "") => {
    const { [omitted]: _, ...data }: JsonObject = { ...message, metadata: {}, ...shown };
    return judged(changeResponseRules, requirement, {
      "send-message": [past({ content: "words" }, message)],
      "flag-needs-human": [at(2, past({ messageId: "m1" }, data))],
    });
  };
  expect(judge("messages.flag.same-message", {})).toBe(1);
  expect(judge("messages.flag.same-message", { id: "m2" })).toBe("broken");
  expect(judge("messages.flag.full-form", { content: null })).toBe(4);
  expect(judge("messages.flag.full-form", {}, "isEdited")).toBe("broken");
  expect(judge("messages.flag.keeps-content", {})).toBe(1);
  expect(judge("messages.flag.keeps-content", {}, "attachments")).toBe(1);
  expect(judge("messages.flag.keeps-content", { parentId: null })).toBe("broken");
  for (const attachments of [[], [{ ...file, sizeBytes: 2 }], [{ ...file, id: "f2" }], [file, { id: "f2" }]])
    expect(judge("messages.flag.keeps-content", { attachments })).toBe("broken");
});

test("the response to a change of a task has every field that its creation showed", () => {
  const { description: _, ...short } = TASK;
  const judge = (shown: JsonObject) =>
    judged(changeResponseRules, "tasks.fields.in-every-answer", {
      "create-task": [made],
      "block-task": [at(2, past({ taskId: "t1" }, shown))],
    });
  expect(judge({ ...TASK, description: null })).toBe(3);
  expect(judge(short)).toBe("broken");
});
