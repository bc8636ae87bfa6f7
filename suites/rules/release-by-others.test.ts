import { expect, test } from "vitest";
import { releaseByOthersRules } from "./release-by-others.ts";
import { judged, past } from "./testing/judged.ts";

const RULE = "tasks.release.other-assignee";
const assigned = (id: string) => past({ assigneeAgentId: id }, { id: "t1", assigneeAgentId: id });
const release = (otherKey: string | null = null, sequence = 10) => {
  const one = past({ taskId: "t1" }, { id: "t1" }, otherKey);
  return { ...one, exchange: { ...one.exchange, sequence, sentAfter: sequence - 1 } };
};

test("only its assignee can release a task", () => {
  expect(judged(releaseByOthersRules, RULE, { "create-task": [assigned("a2")], "release-task": [release()] })).toBe(
    "broken",
  );
  expect(judged(releaseByOthersRules, RULE, { "create-task": [assigned("a1")], "release-task": [release()] })).toBe(0);
  const theirs = { "create-task": [assigned("a1")], "release-task": [release("theirs")] };
  expect(judged(releaseByOthersRules, RULE, theirs)).toBe("broken");
});

test("a task that was released before may belong to anybody", () => {
  const both = { "create-task": [assigned("a2")], "release-task": [release("theirs", 5), release(null, 10)] };
  expect(judged(releaseByOthersRules, RULE, both)).toBe(0);
});
