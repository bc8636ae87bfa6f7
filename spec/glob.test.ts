import { expect, test } from "vitest";
import { globMatcher, globSpecificity } from "./glob.ts";

test("takes a name without a star literally", () => {
  const matches = globMatcher("recall.body.expand[].enum");
  expect(matches("recall.body.expand[].enum")).toBe(true);
  expect(matches("recall.body.expand[]xenum")).toBe(false);
});

test("lets a star stand for any characters, none included", () => {
  expect(globMatcher("Task.*")("Task.status.enum")).toBe(true);
  expect(globMatcher("Task.*")("TaskCard.type")).toBe(false);
  expect(globMatcher("recall.body.oneOf*")("recall.body.oneOf")).toBe(true);
  expect(globMatcher("*.title.*")("create-task.body.title.type")).toBe(true);
  expect(globMatcher("create-task.body.*")("create-task.body.title.type")).toBe(true);
  expect(globMatcher("*")("")).toBe(true);
});

test("matches the whole name", () => {
  expect(globMatcher("tasks.*")("my.tasks.create")).toBe(false);
  expect(globMatcher("*.create")("tasks.create.title")).toBe(false);
});

test("ranks what spells out more above what spells out less, and names above globs", () => {
  expect(globSpecificity("Task.version.*")).toBeGreaterThan(globSpecificity("Task.*"));
  expect(globSpecificity("Task.id")).toBeGreaterThan(globSpecificity("Task.originExtractionId.*"));
});

test("matches many stars against a long name at once", () => {
  const name = "a".repeat(20_000);
  expect(globMatcher(`${"*a".repeat(50)}*b`)(name)).toBe(false);
  expect(globMatcher("*".repeat(10_000))(name)).toBe(true);
});

test("pieces at both ends do not overlap", () => {
  expect(["aba", "abba"].map(globMatcher("ab*ba"))).toEqual([false, true]);
});
