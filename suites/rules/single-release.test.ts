import { expect, test } from "vitest";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { singleReleaseRules } from "./single-release.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

function placed(entry: HistoryEntry, sequence: number, sentAfter = sequence - 1): HistoryEntry {
  return { ...entry, exchange: { ...entry.exchange, sequence, sentAfter } };
}

const created = (assigneeAgentId: string | null) =>
  placed(acceptedEntry(assigneeAgentId === null ? {} : { assigneeAgentId }, { id: "t1", assigneeAgentId }), 1);
const accepted = acceptedEntry({ taskId: "t1" }, { id: "t1", assigneeAgentId: null });
const rejected = { ...accepted, exchange: answeredExchange(409, null) };
const listed = (sequence: number) => placed(acceptedEntry({}, [{ id: "t1", assigneeAgentId: "a1" }]), sequence);

function verdict(creation: HistoryEntry, releases: readonly HistoryEntry[], lists: readonly HistoryEntry[] = []) {
  const history = { "create-task": [creation], "release-task": releases, "list-tasks": lists };
  return verdictOf(singleReleaseRules, "tasks.release.unassigned", history);
}

test("requires a task to be released only once, also by concurrent requests", () => {
  expect(verdict(created("a1"), [placed(accepted, 10)])).toBe(0);
  expect(verdict(created("a1"), [placed(accepted, 10), placed(rejected, 20)])).toBe(1);
  expect(verdict(created("a1"), [placed(accepted, 10), placed(accepted, 20)])).toBe("broken");
  expect(verdict(created("a1"), [placed(accepted, 10), placed(accepted, 11, 9)])).toBe("broken");
  expect(verdict(created("a1"), [placed(accepted, 10), placed(rejected, 11, 9)])).toBe(0);
});

test("requires a release of a task without an assignee to be rejected", () => {
  expect(verdict(created(null), [placed(rejected, 10)])).toBe(1);
  expect(verdict(created(null), [placed(accepted, 10)])).toBe("broken");
});

test("does not judge tasks that others may have assigned", () => {
  expect(verdict(created(null), [placed(accepted, 10)], [listed(5)])).toBe(0);
  expect(verdict(created("a1"), [placed(accepted, 10), placed(accepted, 200)], [listed(150)])).toBe(0);
  // A page directly after a release may be outdated.
  expect(verdict(created("a1"), [placed(accepted, 10), placed(accepted, 200)], [listed(20)])).toBe("broken");
});
