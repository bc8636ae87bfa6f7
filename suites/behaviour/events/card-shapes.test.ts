import { expect, test } from "vitest";
import { cardShapes, isCardOf } from "./card-shapes.ts";
import type { Life } from "./lifecycle.ts";

const life = (id: string) => ({ names: { id, identifier: null, word: "gnarledword" } }) as unknown as Life;
const card = (ref: string, event = "created") => ({
  id: `m${ref}`,
  senderType: "app",
  senderId: "cards",
  content: `A task was ${event}.`,
  metadata: { card: { ref, event } },
});
const feeds = (...messages: ReturnType<typeof card>[]) => [{ messages, exchanges: [], whole: true }];
const unbound = { id: "1200", identifier: null, word: "otherword" };

test("a short id names its task where the cards of two others have theirs", () => {
  const shapes = cardShapes([life("1201"), life("1202")], feeds(card("1201"), card("1202"), card("1202", "blocked")));
  expect(isCardOf(card("1200"), unbound, shapes)).toBe(true);
  expect(isCardOf(card("12001"), unbound, shapes), "a longer number").toBe(false);
  expect(isCardOf(card("1200", "blocked"), unbound, shapes), "of which one task alone got a card").toBe(false);
  expect(isCardOf({ ...card("1200"), senderId: "somebody" }, unbound, shapes), "of another sender").toBe(false);
  expect(isCardOf({ ...card("7"), metadata: { count: 1200 } }, unbound, shapes), "in another place").toBe(false);
});

test("the cards of one task tell no shape: its id may stand there by chance", () => {
  expect(cardShapes([life("1201"), life("1202")], feeds(card("1201"))).size).toBe(0);
});
