import { expect, test } from "vitest";
import type { Story } from "../tasks/scenarios.ts";
import { happened } from "./every-kind.ts";
import type { TaskEvent } from "./lifecycle.ts";

const story = (status: string, ...done: TaskEvent[]) =>
  ({ task: { asked: { status } }, steps: done.map((event) => ({ done: event })) }) as unknown as Story;

test.each<[string, Story, readonly TaskEvent[], boolean]>([
  ["a creation is told of every task", story("todo"), ["creation"], true],
  ["what is told of blocks is told of a task that was blocked", story("todo", "block"), ["block"], true],
  ["a task that was not released has told nothing of releases", story("todo", "block"), ["block", "release"], false],
  ["a block of what is blocked from the start may be no event", story("blocked", "block"), ["block"], false],
  ["a release of it is one", story("blocked", "block", "release"), ["release"], true],
])("%s", (_, one, told, expected) => {
  expect(happened(one, new Set(told))).toBe(expected);
});
