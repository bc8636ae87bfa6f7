import { expect, test } from "vitest";
import { cardShapes, isCardOf } from "./card-shapes.ts";
import type { TaskLifecycle } from "./task-lifecycles.ts";

const lifecycle = (id: string) =>
  ({ names: { id, identifier: null, word: "gnarledword" } }) as unknown as TaskLifecycle;
const card = (ref: string, event = "created") => ({
  id: `m${ref}`,
  senderType: "app",
  senderId: "cards",
  content: `A task was ${event}.`,
  metadata: { card: { ref, event } },
});
const feeds = (...messages: ReturnType<typeof card>[]) => [{ messages, exchanges: [], isComplete: true }];
const unbound = { id: "1200", identifier: null, word: "otherword" };

test("a short id names its task at the place where the cards of two other tasks have theirs", () => {
  const shapes = cardShapes(
    [lifecycle("1201"), lifecycle("1202")],
    feeds(card("1201"), card("1202"), card("1202", "blocked")),
  );
  expect(isCardOf(card("1200"), unbound, shapes)).toBe(true);
  expect(isCardOf(card("12001"), unbound, shapes), "a longer number").toBe(false);
  expect(isCardOf(card("1200", "blocked"), unbound, shapes), "a form that only one task has").toBe(false);
  expect(isCardOf({ ...card("1200"), senderId: "somebody" }, unbound, shapes), "another sender").toBe(false);
  expect(isCardOf({ ...card("7"), metadata: { count: 1200 } }, unbound, shapes), "another place").toBe(false);
});

test("the cards of one task show no form, since its id may occur there by chance", () => {
  expect(cardShapes([lifecycle("1201"), lifecycle("1202")], feeds(card("1201"))).size).toBe(0);
});
