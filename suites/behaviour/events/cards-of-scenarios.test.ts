import { expect, test } from "vitest";
import type { Scenario } from "../tasks/scenarios.ts";
import { hasHadAllEvents } from "./cards-of-scenarios.ts";
import type { TaskEvent } from "./task-lifecycles.ts";

const scenario = (status: string, ...changes: TaskEvent[]) =>
  ({ task: { requested: { status } }, steps: changes.map((change) => ({ change })) }) as unknown as Scenario;

test.each<[string, Scenario, readonly TaskEvent[], boolean]>([
  ["a blocked task has had the block", scenario("todo", "block"), ["block"], true],
  ["a task that was not released has not had the release", scenario("todo", "block"), ["block", "release"], false],
  ["a block of an initially blocked task may be no event", scenario("blocked", "block"), ["block"], false],
  ["a release of an initially blocked task is an event", scenario("blocked", "block", "release"), ["release"], true],
])("%s", (_, one, cardEvents, expected) => {
  expect(hasHadAllEvents(one, new Set(cardEvents))).toBe(expected);
});
