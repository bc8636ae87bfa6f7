import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { taskChangesAcceptedRules } from "./task-changes-accepted.ts";
import { judged, past, rejected } from "./testing/judged.ts";

const RELEASES = "tasks.release.succeeds";
const BLOCKS = "tasks.block.succeeds";

function made(id: string, members: JsonObject = {}): HistoryEntry {
  return past({ title: id, ...members }, { id, status: "todo", ...members });
}

function at(sequence: number, one: HistoryEntry): HistoryEntry {
  return { ...one, exchange: { ...one.exchange, sequence, sentAfter: sequence - 1 } };
}

const own = made("t1", { assigneeAgentId: "a1", channelId: "c1" });
const release = past({ taskId: "t1" }, { id: "t1" });

test("who made a task and has it can release it", () => {
  const of = (...releases: readonly HistoryEntry[]) => ({ "create-task": [own], "release-task": releases });
  expect(judged(taskChangesAcceptedRules, RELEASES, of(at(1, release)))).toBe(1);
  expect(judged(taskChangesAcceptedRules, RELEASES, of(at(1, rejected(release, 409))))).toBe("broken");
  expect(judged(taskChangesAcceptedRules, RELEASES, of(at(1, rejected(release, 404))))).toBe(1);
  expect(judged(taskChangesAcceptedRules, RELEASES, of(at(1, release), at(2, rejected(release, 409))))).toBe(1);
});

test("of two changes at once the target may have performed either first", () => {
  const both = (sentAfter: number): readonly HistoryEntry[] => {
    const second = at(2, release);
    return [at(1, rejected(release, 409)), { ...second, exchange: { ...second.exchange, sentAfter } }];
  };
  const of = (releases: readonly HistoryEntry[]) => ({ "create-task": [own], "release-task": releases });
  expect(judged(taskChangesAcceptedRules, RELEASES, of(both(0)))).toBe(0);
  expect(judged(taskChangesAcceptedRules, RELEASES, of(both(1)))).toBe("broken");
});

test("a member that does not exist may be rejected", () => {
  const unusual = at(1, rejected(past({ taskId: "t1", colour: "red" }, null), 400));
  expect(judged(taskChangesAcceptedRules, RELEASES, { "create-task": [own], "release-task": [unusual] })).toBe(0);
});

test("a task of someone else may be rejected", () => {
  const others = {
    "create-task": [made("t1", { assigneeAgentId: "a2" })],
    "release-task": [at(1, rejected(release, 409))],
  };
  expect(judged(taskChangesAcceptedRules, RELEASES, others)).toBe(0);
});

test("from a status from which one task was blocked another is blocked too", () => {
  const plain = at(1, past({ taskId: "t2", reason: "Waiting for the others" }, { id: "t2", status: "blocked" }));
  const block = at(2, past({ taskId: "t1", reason: "Warten auf Grün" }, { id: "t1", status: "blocked" }));
  const of = (...blocks: readonly HistoryEntry[]) => ({ "create-task": [own, made("t2")], "block-task": blocks });
  expect(judged(taskChangesAcceptedRules, BLOCKS, of(plain, block))).toBe(1);
  expect(judged(taskChangesAcceptedRules, BLOCKS, of(plain, rejected(block, 400)))).toBe("broken");
  expect(judged(taskChangesAcceptedRules, BLOCKS, of(rejected(block, 400)))).toBe(0);
  const longer = at(2, past({ taskId: "t1", reason: "Waiting for the others, and for the end" }, null));
  expect(judged(taskChangesAcceptedRules, BLOCKS, of(plain, rejected(longer, 400)))).toBe(0);
  const empty = at(2, past({ taskId: "t1", reason: "" }, null));
  expect(judged(taskChangesAcceptedRules, BLOCKS, of(plain, rejected(empty, 400)))).toBe(0);
});
