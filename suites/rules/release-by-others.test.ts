import { expect, test } from "vitest";
import { releaseByOthersRules } from "./release-by-others.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const RULE = "tasks.release.other-assignee";
const assigned = (id: string) => acceptedEntry({ assigneeAgentId: id }, { id: "t1", assigneeAgentId: id });
const release = (otherKey: string | null = null, sequence = 10) => {
  const entry = acceptedEntry({ taskId: "t1" }, { id: "t1" }, otherKey);
  return { ...entry, exchange: { ...entry.exchange, sequence, sentAfter: sequence - 1 } };
};

test("requires that only the assignee can release a task", () => {
  expect(verdictOf(releaseByOthersRules, RULE, { "create-task": [assigned("a2")], "release-task": [release()] })).toBe(
    "broken",
  );
  expect(verdictOf(releaseByOthersRules, RULE, { "create-task": [assigned("a1")], "release-task": [release()] })).toBe(
    0,
  );
  const theirs = { "create-task": [assigned("a1")], "release-task": [release("theirs")] };
  expect(verdictOf(releaseByOthersRules, RULE, theirs)).toBe("broken");
});

test("does not judge a release of a task that was released before", () => {
  const both = { "create-task": [assigned("a2")], "release-task": [release("theirs", 5), release(null, 10)] };
  expect(verdictOf(releaseByOthersRules, RULE, both)).toBe(0);
});
