import { expect, test } from "vitest";
import { mayMention, mentions } from "./task-mentions.ts";

const names = { id: "task_20e8", identifier: "OPS-42", word: "qwertzuiopas" };

const MARK = "qzmark";

test("finds a task by its id, deep in the metadata", () => {
  expect(mentions({ id: "m", content: "", metadata: { card: { refs: ["task_20e8"] } } }, names)).toBe(true);
});

test("finds a task by its complete identifier, but not inside a longer one", () => {
  expect(mentions({ content: "Task **OPS-42** created" }, names)).toBe(true);
  expect(mentions({ content: "Task **OPS-421** created" }, names)).toBe(false);
});

test("finds a task by a word of its title", () => {
  expect(mentions({ content: "New: run qwertzuiopas now" }, names)).toBe(true);
});

test("does not take the id of a message or sender for that of a task", () => {
  expect(mentions({ id: "task_20e8", senderId: "task_20e8", content: "hello" }, names)).toBe(false);
});

test("takes a sequential number as evidence only in what names a task", () => {
  const counted = { ...names, id: "600017", identifier: null };
  expect(mentions({ content: "", metadata: { sequence: 600017 } }, counted)).toBe(false);
  expect(mentions({ content: "message 600017 of this channel" }, counted)).toBe(false);
  expect(mentions({ content: "", metadata: { taskCard: { id: 600017 } } }, counted)).toBe(true);
});

test("accepts a number in any member that is not a count if a card is required", () => {
  const counted = { ...names, id: "600017", identifier: null };
  expect(mayMention({ content: "", metadata: { card: { ref: "600017" } } }, counted, "mark")).toBe(true);
  expect(mayMention({ content: "", metadata: { sequence: 600017 } }, counted, "mark")).toBe(false);
});

test("does not take short ids as evidence", () => {
  expect(mentions({ content: "all 42 of them" }, { ...names, id: "42" })).toBe(false);
});

test("accepts a short identifier for a required card, but not as evidence of a forbidden one", () => {
  const message = { content: "Card: T96 was created" };
  expect(mayMention(message, { ...names, identifier: "T96" }, MARK)).toBe(true);
  expect(mentions(message, { ...names, identifier: "T96" })).toBe(false);
});

test("accepts a number that is named as a task for a required card, but not as evidence of a forbidden one", () => {
  const numbered = { ...names, id: "42", identifier: null };
  const cards = [{ content: "task 42 created" }, { content: "", metadata: { task: { taskId: "42" } } }];
  for (const card of cards) expect([mayMention(card, numbered, MARK), mentions(card, numbered)]).toEqual([true, false]);
  const others = [
    { content: "qzmark message 42" },
    { content: "", replyCount: 42 },
    { content: "", metadata: { seen: { count: 42 } } },
    { content: "task 421 created" },
  ];
  for (const message of others) expect(mayMention(message, numbered, MARK)).toBe(false);
});
