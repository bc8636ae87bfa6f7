import { expect, test } from "vitest";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { singleReleaseRules } from "./single-release.ts";
import { judged, past } from "./testing/judged.ts";

function placed(one: HistoryEntry, sequence: number, sentAfter = sequence - 1): HistoryEntry {
  return { ...one, exchange: { ...one.exchange, sequence, sentAfter } };
}

const made = (assigneeAgentId: string | null) =>
  placed(past(assigneeAgentId === null ? {} : { assigneeAgentId }, { id: "t1", assigneeAgentId }), 1);
const accepted = past({ taskId: "t1" }, { id: "t1", assigneeAgentId: null });
const rejected = { ...accepted, exchange: answeredExchange(409, null) };
const listed = (sequence: number) => placed(past({}, [{ id: "t1", assigneeAgentId: "a1" }]), sequence);

function verdict(creation: HistoryEntry, releases: readonly HistoryEntry[], lists: readonly HistoryEntry[] = []) {
  const history = { "create-task": [creation], "release-task": releases, "list-tasks": lists };
  return judged(singleReleaseRules, "tasks.release.unassigned", history);
}

test("a task is released once, also by simultaneous requests", () => {
  expect(verdict(made("a1"), [placed(accepted, 10)])).toBe(0);
  expect(verdict(made("a1"), [placed(accepted, 10), placed(rejected, 20)])).toBe(1);
  expect(verdict(made("a1"), [placed(accepted, 10), placed(accepted, 20)])).toBe("broken");
  expect(verdict(made("a1"), [placed(accepted, 10), placed(accepted, 11, 9)])).toBe("broken");
  expect(verdict(made("a1"), [placed(accepted, 10), placed(rejected, 11, 9)])).toBe(0);
});

test("a task that was created for no agent is not released", () => {
  expect(verdict(made(null), [placed(rejected, 10)])).toBe(1);
  expect(verdict(made(null), [placed(accepted, 10)])).toBe("broken");
});

test("nothing follows where others assign tasks", () => {
  expect(verdict(made(null), [placed(accepted, 10)], [listed(5)])).toBe(0);
  expect(verdict(made("a1"), [placed(accepted, 10), placed(accepted, 200)], [listed(150)])).toBe(0);
  // A page right after a release may be outdated.
  expect(verdict(made("a1"), [placed(accepted, 10), placed(accepted, 200)], [listed(20)])).toBe("broken");
});
