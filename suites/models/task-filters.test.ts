import { expect, test } from "vitest";
import { matches } from "./task-filters.ts";

const FILTERS = { status: "todo", assigneeUser: "u1" };

test("matches a task only if it shows every expected value", () => {
  expect(matches({ status: "todo", assigneeUserId: "u1" }, FILTERS)).toBe(true);
  expect(matches({ status: "todo", assigneeUserId: null }, FILTERS)).toBe(false);
  expect(matches({ status: "todo" }, {})).toBe(true);
});
