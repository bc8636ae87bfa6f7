import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { changePersistsRules } from "./change-persists.ts";
import { judged, past } from "./testing/judged.ts";

function at(sequence: number, one: HistoryEntry): HistoryEntry {
  return { ...one, exchange: { ...one.exchange, sequence, sentAfter: sequence - 1 } };
}

const task = (members: JsonObject) => ({ id: "t1", status: "blocked", assigneeAgentId: null, ...members });

function history(change: string, shown: Json, more: Readonly<Record<string, readonly HistoryEntry[]>> = {}) {
  return {
    "create-task": [at(1, past({ title: "one" }, task({ status: "todo", assigneeAgentId: "a1" })))],
    [change]: [at(2, past({ taskId: "t1" }, task({})))],
    "list-tasks": [at(100, past({}, shown))],
    ...more,
  };
}

const verdict = (requirement: string, of: Parameters<typeof judged>[2], settlingMs = 0) =>
  judged(changePersistsRules, requirement, of, settlingMs);

test("a blocked task is still blocked when it is listed long after", () => {
  expect(verdict("tasks.block.persists", history("block-task", [task({})]))).toBe(1);
  expect(verdict("tasks.block.persists", history("block-task", [task({ status: "todo" })]))).toBe("broken");
});

test("what a release or a lag may explain is nobody's failure", () => {
  const released = { "release-task": [at(3, past({ taskId: "t1" }, task({ status: "todo" })))] };
  expect(verdict("tasks.block.persists", history("block-task", [task({ status: "todo" })], released))).toBe(0);
  expect(verdict("tasks.block.persists", history("block-task", [task({ status: "todo" })]), 500)).toBe(0);
});

test("a released task is not listed as the caller's", () => {
  expect(verdict("tasks.release.persists", history("release-task", [task({ assigneeAgentId: "a1" })]))).toBe("broken");
  expect(verdict("tasks.release.persists", history("release-task", [task({ assigneeAgentId: "a9" })]))).toBe(1);
});

test("a flagged message bears its entry on later pages, where pages give metadata", () => {
  const of = (metadata: Json) => ({
    "send-message": [at(1, past({ channelId: "c1", content: "one" }, { id: "m1", content: "one" }))],
    "flag-needs-human": [at(2, past({ messageId: "m1" }, { id: "m1" }))],
    "get-messages": [
      at(
        100,
        past(
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
