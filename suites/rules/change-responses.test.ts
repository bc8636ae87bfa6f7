import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { changeResponseRules } from "./change-responses.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const TASK = { id: "t1", title: "one", description: "two\nlines", priority: "low", assigneeAgentId: "a1" };

/** Returns the entry with this sequence number. */
const at = (sequence: number, entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  exchange: { ...entry.exchange, sequence, sentAfter: sequence - 1 },
});
const created = acceptedEntry({ title: "one", description: "two\nlines", priority: "low" }, TASK);
const change = (sequence: number, shown: JsonObject) =>
  at(sequence, acceptedEntry({ taskId: "t1" }, { ...TASK, ...shown }));

test("requires a block to keep the fields of the task that its response shows", () => {
  const blocked = (shown: JsonObject) => ({ "create-task": [created], "block-task": [change(2, shown)] });
  const { description: _omitted, ...rest } = TASK;
  expect(verdictOf(changeResponseRules, "tasks.block.keeps-fields", blocked({}))).toBe(1);
  expect(verdictOf(changeResponseRules, "tasks.block.keeps-fields", blocked({ description: "two lines" }))).toBe(
    "broken",
  );
  expect(verdictOf(changeResponseRules, "tasks.block.keeps-fields", blocked({ description: null }))).toBe("broken");
  const shorter = { "create-task": [created], "block-task": [at(2, acceptedEntry({ taskId: "t1" }, rest))] };
  expect(verdictOf(changeResponseRules, "tasks.block.keeps-fields", shorter)).toBe(1);
});

test("requires a block to keep the assignee unless a release may precede it", () => {
  const assigned = acceptedEntry({ title: "one", assigneeAgentId: "a1" }, TASK);
  const { assigneeAgentId: _cleared, ...rest } = TASK;
  const verdict = (history: Readonly<Record<string, readonly HistoryEntry[]>>) =>
    verdictOf(changeResponseRules, "tasks.block.keeps-fields", { "create-task": [assigned], ...history });
  const blocked = change(4, { assigneeAgentId: null });
  expect(verdict({ "block-task": [blocked] })).toBe("broken");
  const without = acceptedEntry({ taskId: "t1" }, rest);
  expect(verdict({ "block-task": [blocked], "release-task": [at(2, without)] })).toBe(1);
  // Either of two concurrent requests may be first; a later request explains nothing.
  const atOnce = { ...without, exchange: { ...without.exchange, sequence: 5, sentAfter: 3 } };
  expect(verdict({ "block-task": [blocked], "release-task": [atOnce] })).toBe(1);
  expect(verdict({ "block-task": [blocked], "release-task": [at(6, without)] })).toBe("broken");
});

test("requires a block not to assign a released task again", () => {
  const assigned = acceptedEntry({ title: "one", assigneeAgentId: "a1" }, TASK);
  const verdict = (shown: JsonObject) =>
    verdictOf(changeResponseRules, "tasks.block.keeps-fields", {
      "create-task": [assigned],
      "release-task": [change(2, { assigneeAgentId: null })],
      "block-task": [change(4, shown)],
    });
  expect(verdict({ assigneeAgentId: null })).toBe(1);
  expect(verdict({ assigneeAgentId: "a2" })).toBe(1);
  expect(verdict({ assigneeAgentId: "a1" })).toBe("broken");
});

test("requires a block to set no unset field unless tasks also get it without a block", () => {
  const older = { id: "t0", title: "older", assigneeAgentId: "a1" };
  const verdict = (shown: JsonObject, untouched: JsonObject = {}) =>
    verdictOf(changeResponseRules, "tasks.block.keeps-fields", {
      "create-task": [at(1, acceptedEntry({ title: "older" }, older)), at(2, created)],
      "block-task": [change(3, shown)],
      "list-tasks": [at(4, acceptedEntry({}, [{ ...older, ...untouched }]))],
    });
  const dueDate = { dueAt: "2026-01-01T00:00:00Z" };
  expect(verdict({})).toBe(1);
  expect(verdict(dueDate)).toBe("broken");
  expect(verdict(dueDate, dueDate)).toBe(1);
});

test("does not attribute to a release a field that an earlier block lost", () => {
  const history = {
    "create-task": [created],
    "block-task": [change(2, { description: null })],
    "release-task": [change(3, { description: null })],
  };
  expect(verdictOf(changeResponseRules, "tasks.release.keeps-fields", history)).toBe(1);
});

test("requires the response to a change to show the requested task with the requested change", () => {
  const of = (operation: string, shown: JsonObject) => ({ "create-task": [created], [operation]: [change(2, shown)] });
  expect(verdictOf(changeResponseRules, "tasks.block.status", of("block-task", { status: "blocked" }))).toBe(1);
  expect(verdictOf(changeResponseRules, "tasks.block.status", of("block-task", { status: "todo" }))).toBe("broken");
  expect(verdictOf(changeResponseRules, "tasks.block.status", of("block-task", { id: "t2", status: "blocked" }))).toBe(
    "broken",
  );
  const released = "tasks.release.clears-assignment";
  expect(verdictOf(changeResponseRules, released, of("release-task", { assigneeAgentId: null }))).toBe(1);
  expect(verdictOf(changeResponseRules, released, of("release-task", {}))).toBe("broken");
  expect(verdictOf(changeResponseRules, released, of("release-task", { assigneeAgentId: "a2" }))).toBe("broken");
  expect(
    verdictOf(changeResponseRules, released, of("release-task", { assigneeAgentId: null, assigneeUserId: "u1" })),
  ).toBe("broken");
  // The contract leaves open what happens to an assigned user, but the agent must be cleared.
  const shared = (shown: JsonObject) => ({
    "create-task": [acceptedEntry({ title: "one" }, { ...TASK, assigneeUserId: "u1" })],
    "release-task": [change(2, shown)],
  });
  expect(verdictOf(changeResponseRules, released, shared({ assigneeAgentId: null, assigneeUserId: "u1" }))).toBe(1);
  expect(verdictOf(changeResponseRules, released, shared({ assigneeUserId: "u1" }))).toBe("broken");
  // People may have assigned it to a user since.
  const assignedToUser = { "list-tasks": [acceptedEntry({}, [{ ...TASK, assigneeUserId: "u2" }])] };
  const later = of("release-task", { assigneeAgentId: null, assigneeUserId: "u2" });
  expect(verdictOf(changeResponseRules, released, { ...later, ...assignedToUser })).toBe(1);
});

test("requires the response to a flag to show the needsHuman entry and the message as sent", () => {
  const message = { id: "m1", content: "words", senderId: "a1" };
  const of = (shown: JsonObject) => ({
    "send-message": [acceptedEntry({ content: "words" }, message)],
    "flag-needs-human": [at(2, acceptedEntry({ messageId: "m1" }, { ...message, ...shown }))],
  });
  const flagged = { metadata: { needsHuman: { reason: "why" } } };
  expect(verdictOf(changeResponseRules, "messages.flag.sets-needs-human", of(flagged))).toBe(1);
  expect(verdictOf(changeResponseRules, "messages.flag.sets-needs-human", of({ metadata: {} }))).toBe("broken");
  expect(verdictOf(changeResponseRules, "messages.flag.keeps-content", of(flagged))).toBe(1);
  expect(verdictOf(changeResponseRules, "messages.flag.keeps-content", of({ ...flagged, senderId: "a2" }))).toBe(
    "broken",
  );
});

test("a flag shows the message that was named, with every field and attachment that its sending showed", () => {
  const file = { id: "f1", name: "one.txt", sizeBytes: 3 };
  const message = { id: "m1", content: "words", parentId: "m0", isEdited: false, attachments: [file] };
  const judge = (requirement: string, shown: JsonObject, omitted = "") => {
    const { [omitted]: _, ...data }: JsonObject = { ...message, metadata: {}, ...shown };
    return verdictOf(changeResponseRules, requirement, {
      "send-message": [acceptedEntry({ content: "words" }, message)],
      "flag-needs-human": [at(2, acceptedEntry({ messageId: "m1" }, data))],
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
    verdictOf(changeResponseRules, "tasks.fields.in-every-answer", {
      "create-task": [created],
      "block-task": [at(2, acceptedEntry({ taskId: "t1" }, shown))],
    });
  expect(judge({ ...TASK, description: null })).toBe(3);
  expect(judge(short)).toBe("broken");
});
