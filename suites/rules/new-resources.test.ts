import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import { newResourceRules } from "./new-resources.ts";
import { acceptedEntry, rejected, verdictOf } from "./testing/entries.ts";

type Data = Readonly<Record<string, Json>>;

const judgeMessages = (...sent: readonly Data[]) =>
  verdictOf(newResourceRules, "messages.send.untouched", {
    "send-message": sent.map((data) => acceptedEntry({}, data)),
  });

test("a new message is neither edited nor deleted", () => {
  expect(judgeMessages({ id: "m1", isEdited: false, deletedAt: null }, { id: "m2" })).toBe(2);
  expect(judgeMessages({ id: "m1", isEdited: true })).toBe("broken");
  expect(judgeMessages({ id: "m1", deletedAt: "2026-01-01T00:00:00Z" })).toBe("broken");
});

test("a repeated request may return an older message, which may have been edited", () => {
  expect(judgeMessages({ id: "m1", isEdited: false }, { id: "m1", isEdited: true })).toBe(0);
});

test("a new task has not ended", () => {
  const judge = (data: Data) =>
    verdictOf(newResourceRules, "tasks.create.untouched", {
      "create-task": [acceptedEntry({}, { id: "t1", ...data })],
    });
  expect(judge({ completedAt: null })).toBe(1);
  for (const field of ["completedAt", "cancelledAt", "archivedAt", "deletedAt"])
    expect(judge({ [field]: "2026-01-01T00:00:00Z" })).toBe("broken");
});

test("a new memory of full confidence is current and not invalidated", () => {
  const judge = (confidence: number, data: Data) =>
    verdictOf(newResourceRules, "memories.remember.current", {
      remember: [acceptedEntry({ confidence }, { id: "k1", ...data })],
    });
  expect(judge(1, { status: "current" })).toBe(1);
  expect(judge(1, { status: "superseded" })).toBe("broken");
  expect(judge(1, { invalidated_by: "somebody" })).toBe("broken");
  expect(judge(0.5, { status: "proposed" })).toBe(0);
});

test("a task that is accepted for an agent and a user has both, and may be rejected", () => {
  const both = { assigneeAgentId: "a1", assigneeUserId: "u1" };
  const judge = (creation: ReturnType<typeof acceptedEntry>) =>
    verdictOf(newResourceRules, "tasks.create.both-assignees", { "create-task": [creation] });
  expect(judge(acceptedEntry(both, { id: "t1", ...both }))).toBe(1);
  expect(judge(acceptedEntry(both, { id: "t1", assigneeAgentId: "a1", assigneeUserId: null }))).toBe("broken");
  expect(judge(rejected(acceptedEntry(both, null), 400))).toBe(1);
  expect(judge(rejected(acceptedEntry(both, null), 503))).toBe(0);
  expect(judge(acceptedEntry({ assigneeAgentId: "a1" }, { id: "t1", assigneeAgentId: "a1" }))).toBe(0);
});
