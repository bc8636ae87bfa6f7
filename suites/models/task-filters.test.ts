import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import { contradicted, matches } from "./task-filters.ts";

const WANTED = { status: "todo", assigneeUser: "u1" };

test.each<[string, JsonObject]>([
  ["another value", { status: "todo", assigneeUserId: "u2" }],
  ["a value of another type", { status: "todo", assigneeUserId: 1 }],
])("%s of a listed task contradicts a filter", (_, task) => {
  const { assigneeUserId: actual } = task;
  expect(contradicted(task, WANTED)).toEqual({ role: "assigneeUser", field: "assigneeUserId", actual });
});

test.each<[string, JsonObject]>([
  ["what was wanted", { status: "todo", assigneeUserId: "u1", priority: "low" }],
  ["null", { status: "todo", assigneeUserId: null }],
  ["nothing", { status: "todo" }],
])("a listed task that shows %s contradicts no filter", (_, task) => {
  expect(contradicted(task, WANTED)).toBeNull();
});

test("a task has what is wanted only where it shows every value", () => {
  expect(matches({ status: "todo", assigneeUserId: "u1" }, WANTED)).toBe(true);
  expect(matches({ status: "todo", assigneeUserId: null }, WANTED)).toBe(false);
  expect(matches({ status: "todo" }, {})).toBe(true);
});
