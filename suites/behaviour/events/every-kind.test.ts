import { expect, test } from "vitest";
import type { Scenario } from "../tasks/scenarios.ts";
import { happened } from "./every-kind.ts";
import type { TaskEvent } from "./lifecycle.ts";

const scenario = (status: string, ...done: TaskEvent[]) =>
  ({ task: { asked: { status } }, steps: done.map((event) => ({ done: event })) }) as unknown as Scenario;

test.each<[string, Scenario, readonly TaskEvent[], boolean]>([
  ["what is told of blocks is told of a task that was blocked", scenario("todo", "block"), ["block"], true],
  ["a task that was not released has told nothing of releases", scenario("todo", "block"), ["block", "release"], false],
  ["a block of what is blocked from the start may be no event", scenario("blocked", "block"), ["block"], false],
  ["a release of it is one", scenario("blocked", "block", "release"), ["release"], true],
])("%s", (_, one, told, expected) => {
  expect(happened(one, new Set(told))).toBe(expected);
});
