import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { changePersistsRules } from "./change-persists.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

function at(sequence: number, entry: HistoryEntry): HistoryEntry {
  return { ...entry, exchange: { ...entry.exchange, sequence, sentAfter: sequence - 1 } };
}

const task = (members: JsonObject) => ({ id: "t1", status: "blocked", assigneeAgentId: null, ...members });

function history(change: string, shown: Json, more: Readonly<Record<string, readonly HistoryEntry[]>> = {}) {
  return {
    "create-task": [at(1, acceptedEntry({ title: "one" }, task({ status: "todo", assigneeAgentId: "a1" })))],
    [change]: [at(2, acceptedEntry({ taskId: "t1" }, task({})))],
    "list-tasks": [at(100, acceptedEntry({}, shown))],
    ...more,
  };
}

const verdict = (requirement: string, of: Parameters<typeof verdictOf>[2], settlingMs = 0) =>
  verdictOf(changePersistsRules, requirement, of, settlingMs);

test("requires a blocked task to be listed as blocked after the longest allowed lag", () => {
  expect(verdict("tasks.block.persists", history("block-task", [task({})]))).toBe(1);
  expect(verdict("tasks.block.persists", history("block-task", [task({ status: "todo" })]))).toBe("broken");
});

test("does not judge a listing that a release or a lag may explain", () => {
  const released = { "release-task": [at(3, acceptedEntry({ taskId: "t1" }, task({ status: "todo" })))] };
  expect(verdict("tasks.block.persists", history("block-task", [task({ status: "todo" })], released))).toBe(0);
  expect(verdict("tasks.block.persists", history("block-task", [task({ status: "todo" })]), 500)).toBe(0);
});

test("requires a released task not to be listed with the caller as assignee", () => {
  expect(verdict("tasks.release.persists", history("release-task", [task({ assigneeAgentId: "a1" })]))).toBe("broken");
  expect(verdict("tasks.release.persists", history("release-task", [task({ assigneeAgentId: "a9" })]))).toBe(1);
});

test("requires later pages to show the needsHuman entry of a flagged message if pages show metadata", () => {
  const of = (metadata: Json) => ({
    "send-message": [at(1, acceptedEntry({ channelId: "c1", content: "one" }, { id: "m1", content: "one" }))],
    "flag-needs-human": [at(2, acceptedEntry({ messageId: "m1" }, { id: "m1" }))],
    "get-messages": [
      at(
        100,
        acceptedEntry(
          {},
          {
            messages: [
              { id: "m1", content: "one", metadata },
              { id: "m2", metadata: {} },
            ],
          },
        ),
      ),
    ],
  });
  expect(verdict("messages.flag.persists", of({ needsHuman: true }))).toBe(1);
  expect(verdict("messages.flag.persists", of({ other: 1 }))).toBe("broken");
});
