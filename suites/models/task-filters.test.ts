import { expect, test } from "vitest";
import { matches } from "./task-filters.ts";

const WANTED = { status: "todo", assigneeUser: "u1" };

test("a task has what is wanted only where it shows every value", () => {
  expect(matches({ status: "todo", assigneeUserId: "u1" }, WANTED)).toBe(true);
  expect(matches({ status: "todo", assigneeUserId: null }, WANTED)).toBe(false);
  expect(matches({ status: "todo" }, {})).toBe(true);
});
