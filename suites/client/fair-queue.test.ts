import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

function drained(lanes: readonly string[]): string[] {
  const turns = createFairQueue<string>();
  for (const [index, lane] of lanes.entries()) turns.add(lane, `${lane}#${index}`);
  const taken: string[] = [];
  for (let next = turns.next(); next !== undefined; next = turns.next()) taken.push(next);
  expect(turns.isEmpty()).toBe(true);
  return taken;
}

test("alternates between areas, regardless of their number of lanes", () => {
  const crowd = Array.from({ length: 50 }, (_, index) => `tasks.rule${index}/check`);
  const taken = drained([...crowd, "files.flow/check", "auth.header/check"]);
  expect(taken.slice(0, 3).map((one) => one.split(".")[0])).toEqual(["tasks", "files", "auth"]);
});

test("alternates between the lanes of an area, and keeps the order within a lane", () => {
  expect(drained(["a.x/one", "a.x/one", "a.x/one", "a.y/two", "a.y/two"])).toEqual([
    "a.x/one#0",
    "a.y/two#3",
    "a.x/one#1",
    "a.y/two#4",
    "a.x/one#2",
  ]);
});

test("serves urgent requests first, in their order", () => {
  const turns = createFairQueue<string>();
  turns.add("a.x/one", "in turn");
  turns.addFirst("a.y/two", "urgent");
  turns.addFirst("a.y/two", "urgent too");
  expect(turns.isEmpty()).toBe(false);
  expect([turns.next(), turns.next(), turns.next()]).toEqual(["urgent", "urgent too", "in turn"]);
  expect(turns.isEmpty()).toBe(true);
});

test("skips a turn of an area for each of its urgent requests", () => {
  const turns = createFairQueue<string>();
  for (const item of ["a", "a", "b", "b", "b"]) turns.add(`${item}.x`, item);
  turns.addFirst("a.x", "urgent");
  const taken = [1, 2, 3, 4, 5, 6].map(() => turns.next());
  expect(taken).toEqual(["urgent", "b", "a", "b", "a", "b"]);
});
