import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { taskChangesAcceptedRules } from "./task-changes-accepted.ts";
import { acceptedEntry, rejected, verdictOf } from "./testing/entries.ts";

const RELEASES = "tasks.release.succeeds";
const BLOCKS = "tasks.block.succeeds";

function created(id: string, members: JsonObject = {}): HistoryEntry {
  return acceptedEntry({ title: id, ...members }, { id, status: "todo", ...members });
}

function at(sequence: number, entry: HistoryEntry): HistoryEntry {
  return { ...entry, exchange: { ...entry.exchange, sequence, sentAfter: sequence - 1 } };
}

const own = created("t1", { assigneeAgentId: "a1", channelId: "c1" });
const release = acceptedEntry({ taskId: "t1" }, { id: "t1" });

test("requires a release by the creator and assignee of a task to be accepted", () => {
  const of = (...releases: readonly HistoryEntry[]) => ({ "create-task": [own], "release-task": releases });
  expect(verdictOf(taskChangesAcceptedRules, RELEASES, of(at(1, release)))).toBe(1);
  expect(verdictOf(taskChangesAcceptedRules, RELEASES, of(at(1, rejected(release, 409))))).toBe("broken");
  expect(verdictOf(taskChangesAcceptedRules, RELEASES, of(at(1, rejected(release, 404))))).toBe(1);
  expect(verdictOf(taskChangesAcceptedRules, RELEASES, of(at(1, release), at(2, rejected(release, 409))))).toBe(1);
});

test("accepts either order of two concurrent changes", () => {
  const both = (sentAfter: number): readonly HistoryEntry[] => {
    const second = at(2, release);
    return [at(1, rejected(release, 409)), { ...second, exchange: { ...second.exchange, sentAfter } }];
  };
  const of = (releases: readonly HistoryEntry[]) => ({ "create-task": [own], "release-task": releases });
  expect(verdictOf(taskChangesAcceptedRules, RELEASES, of(both(0)))).toBe(0);
  expect(verdictOf(taskChangesAcceptedRules, RELEASES, of(both(1)))).toBe("broken");
});

test("does not judge a request with an unknown member", () => {
  const unusual = at(1, rejected(acceptedEntry({ taskId: "t1", colour: "red" }, null), 400));
  expect(verdictOf(taskChangesAcceptedRules, RELEASES, { "create-task": [own], "release-task": [unusual] })).toBe(0);
});

test("does not judge a release of a task of another agent", () => {
  const others = {
    "create-task": [created("t1", { assigneeAgentId: "a2" })],
    "release-task": [at(1, rejected(release, 409))],
  };
  expect(verdictOf(taskChangesAcceptedRules, RELEASES, others)).toBe(0);
});

test("requires a block to be accepted from a status from which another task was blocked", () => {
  const plain = at(
    1,
    acceptedEntry({ taskId: "t2", reason: "Waiting for the others" }, { id: "t2", status: "blocked" }),
  );
  const block = at(2, acceptedEntry({ taskId: "t1", reason: "Warten auf Grün" }, { id: "t1", status: "blocked" }));
  const of = (...blocks: readonly HistoryEntry[]) => ({ "create-task": [own, created("t2")], "block-task": blocks });
  expect(verdictOf(taskChangesAcceptedRules, BLOCKS, of(plain, block))).toBe(1);
  expect(verdictOf(taskChangesAcceptedRules, BLOCKS, of(plain, rejected(block, 400)))).toBe("broken");
  expect(verdictOf(taskChangesAcceptedRules, BLOCKS, of(rejected(block, 400)))).toBe(0);
  const longer = at(2, acceptedEntry({ taskId: "t1", reason: "Waiting for the others, and for the end" }, null));
  expect(verdictOf(taskChangesAcceptedRules, BLOCKS, of(plain, rejected(longer, 400)))).toBe(0);
  const empty = at(2, acceptedEntry({ taskId: "t1", reason: "" }, null));
  expect(verdictOf(taskChangesAcceptedRules, BLOCKS, of(plain, rejected(empty, 400)))).toBe(0);
});
