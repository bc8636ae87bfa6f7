import { expect, test } from "vitest";
import { singleCreationRules } from "./single-creation.ts";
import { judged, MARK, past } from "./testing/judged.ts";

const RULE = "consistency.made-once";
const THEN = "2026-01-31T12:00:00Z";

const named = (title: string) => `${MARK} ${title}`;
const listing = (...tasks: { id: string; title: string; createdAt?: string }[]) =>
  past(
    {},
    tasks.map((task) => ({ ...task, title: named(task.title) })),
  );
const creation = (id: string, title: string) => past({ title: named(title) }, { id, title, createdAt: THEN });

test("a title that was asked for once is in listings with the task that was created for it", () => {
  const of = (...tasks: { id: string; title: string; createdAt?: string }[]) => ({
    "create-task": [creation("t1", "one")],
    "list-tasks": [listing(...tasks)],
  });
  expect(judged(singleCreationRules, RULE, of({ id: "t1", title: "one", createdAt: THEN }))).toBe(1);
  expect(judged(singleCreationRules, RULE, of({ id: "t2", title: "one", createdAt: THEN }))).toBe("broken");
  // Another title, what an earlier run has created with the same, and what does not tell when it was created are none of it.
  expect(judged(singleCreationRules, RULE, of({ id: "t2", title: "two", createdAt: THEN }))).toBe(0);
  expect(judged(singleCreationRules, RULE, of({ id: "t2", title: "one", createdAt: "2026-01-31T11:00:00Z" }))).toBe(0);
  expect(judged(singleCreationRules, RULE, of({ id: "t2", title: "one" }))).toBe(0);
});

test("a title that was asked for twice may be there twice", () => {
  const history = {
    "create-task": [creation("t1", "one"), creation("t2", "one")],
    "list-tasks": [listing({ id: "t1", title: "one", createdAt: THEN }, { id: "t2", title: "one", createdAt: THEN })],
  };
  expect(judged(singleCreationRules, RULE, history)).toBe(0);
});

test("a title without a word of the run may be there from another run", () => {
  const shown = { id: "t2", title: "two", createdAt: THEN };
  const made = past({ title: "two" }, { ...shown, id: "t1" });
  expect(judged(singleCreationRules, RULE, { "create-task": [made], "list-tasks": [past({}, [shown])] })).toBe(0);
});

test("a message that was sent once is in its channel once, whoever else says the same", () => {
  const rules = singleCreationRules.filter(({ operations }) => operations.includes("send-message"));
  const of = (id: string, senderId: string) => ({
    "send-message": [past({ content: named("hello") }, { id: "m1", senderId: "a1", createdAt: THEN })],
    "get-messages": [past({}, { messages: [{ id, senderId, content: named("hello"), createdAt: THEN }] })],
  });
  expect(judged(rules, RULE, of("m1", "a1"))).toBe(1);
  expect(judged(rules, RULE, of("m2", "a1"))).toBe("broken");
  expect(judged(rules, RULE, of("m2", "u1"))).toBe(0);
});

test("a memory is the same one in whichever list", () => {
  const rules = singleCreationRules.filter(({ operations }) => operations.includes("remember"));
  const of = (id: string) => ({
    remember: [past({ content: named("a decision") }, { id: "m1", created_at: THEN })],
    "bootstrap-context": [past({}, { current_decisions: [{ id, content: named("a decision"), created_at: THEN }] })],
  });
  expect(judged(rules, RULE, of("m1"))).toBe(1);
  expect(judged(rules, RULE, of("m1-1"))).toBe("broken");
});
