import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

function drained(lanes: readonly string[]): string[] {
  const turns = createTurns<string>();
  for (const [index, lane] of lanes.entries()) turns.add(lane, `${lane}#${index}`);
  const taken: string[] = [];
  for (let next = turns.next(); next !== undefined; next = turns.next()) taken.push(next);
  expect(turns.isEmpty()).toBe(true);
  return taken;
}

test("lets areas take turns, however many lanes one of them has", () => {
  const crowd = Array.from({ length: 50 }, (_, index) => `tasks.rule${index}/check`);
  const taken = drained([...crowd, "files.flow/check", "auth.header/check"]);
  expect(taken.slice(0, 3).map((one) => one.split(".")[0])).toEqual(["tasks", "files", "auth"]);
});

test("lets the lanes of an area take turns, and keeps the order within a lane", () => {
  expect(drained(["a.x/one", "a.x/one", "a.x/one", "a.y/two", "a.y/two"])).toEqual([
    "a.x/one#0",
    "a.y/two#3",
    "a.x/one#1",
    "a.y/two#4",
    "a.x/one#2",
  ]);
});
