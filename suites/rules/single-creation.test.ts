import { expect, test } from "vitest";
import { singleCreationRules } from "./single-creation.ts";
import { acceptedEntry, MARK, verdictOf } from "./testing/entries.ts";

const RULE = "consistency.made-once";
const CREATED_AT = "2026-01-31T12:00:00Z";

const named = (title: string) => `${MARK} ${title}`;
const listing = (...tasks: { id: string; title: string; createdAt?: string }[]) =>
  acceptedEntry(
    {},
    tasks.map((task) => ({ ...task, title: named(task.title) })),
  );
const creation = (id: string, title: string) =>
  acceptedEntry({ title: named(title) }, { id, title, createdAt: CREATED_AT });

test("requires a title that was requested once to be listed with the id of the created task only", () => {
  const of = (...tasks: { id: string; title: string; createdAt?: string }[]) => ({
    "create-task": [creation("t1", "one")],
    "list-tasks": [listing(...tasks)],
  });
  expect(verdictOf(singleCreationRules, RULE, of({ id: "t1", title: "one", createdAt: CREATED_AT }))).toBe(1);
  expect(verdictOf(singleCreationRules, RULE, of({ id: "t2", title: "one", createdAt: CREATED_AT }))).toBe("broken");
  // Not judged: another title, a task of an earlier run, and one without a creation time.
  expect(verdictOf(singleCreationRules, RULE, of({ id: "t2", title: "two", createdAt: CREATED_AT }))).toBe(0);
  expect(verdictOf(singleCreationRules, RULE, of({ id: "t2", title: "one", createdAt: "2026-01-31T11:00:00Z" }))).toBe(
    0,
  );
  expect(verdictOf(singleCreationRules, RULE, of({ id: "t2", title: "one" }))).toBe(0);
});

test("accepts two tasks for a title that was requested twice", () => {
  const history = {
    "create-task": [creation("t1", "one"), creation("t2", "one")],
    "list-tasks": [
      listing({ id: "t1", title: "one", createdAt: CREATED_AT }, { id: "t2", title: "one", createdAt: CREATED_AT }),
    ],
  };
  expect(verdictOf(singleCreationRules, RULE, history)).toBe(0);
});

test("does not judge a title without a word of the run", () => {
  const shown = { id: "t2", title: "two", createdAt: CREATED_AT };
  const created = acceptedEntry({ title: "two" }, { ...shown, id: "t1" });
  expect(
    verdictOf(singleCreationRules, RULE, { "create-task": [created], "list-tasks": [acceptedEntry({}, [shown])] }),
  ).toBe(0);
});

test("requires a message that was sent once to be in its channel once per sender", () => {
  const rules = singleCreationRules.filter(({ operations }) => operations.includes("send-message"));
  const of = (id: string, senderId: string) => ({
    "send-message": [acceptedEntry({ content: named("hello") }, { id: "m1", senderId: "a1", createdAt: CREATED_AT })],
    "get-messages": [
      acceptedEntry({}, { messages: [{ id, senderId, content: named("hello"), createdAt: CREATED_AT }] }),
    ],
  });
  expect(verdictOf(rules, RULE, of("m1", "a1"))).toBe(1);
  expect(verdictOf(rules, RULE, of("m2", "a1"))).toBe("broken");
  expect(verdictOf(rules, RULE, of("m2", "u1"))).toBe(0);
});

test("requires a memory to have the same id in every list", () => {
  const rules = singleCreationRules.filter(({ operations }) => operations.includes("remember"));
  const of = (id: string) => ({
    remember: [acceptedEntry({ content: named("a decision") }, { id: "m1", created_at: CREATED_AT })],
    "bootstrap-context": [
      acceptedEntry({}, { current_decisions: [{ id, content: named("a decision"), created_at: CREATED_AT }] }),
    ],
  });
  expect(verdictOf(rules, RULE, of("m1"))).toBe(1);
  expect(verdictOf(rules, RULE, of("m1-1"))).toBe("broken");
});
