import { expect, test } from "vitest";
import type { JsonObject } from "../../../spec/json.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { acceptedEntry } from "../../rules/testing/entries.ts";
import { showPossibleCard } from "./possible-cards.ts";

const CARD = { id: "m9", senderType: "system", senderId: "s1", content: "A task was blocked", metadata: {} };
const history: Readonly<Record<string, unknown>> = {
  "create-task": [
    acceptedEntry({ title: "paint the shed" }, { id: "task-17", identifier: "OPS-17", title: "paint the shed" }),
    acceptedEntry({ title: "a" }, { id: "task-19", title: "a" }),
  ],
  "block-task": [acceptedEntry({ taskId: "task-18" }, { id: "task-18" })],
  "send-message": [acceptedEntry({ content: "one" }, { id: "m1" })],
};
const check = {
  context: { mark: "markofthisrun" },
  history: (operation: string) => history[operation] ?? [],
} as unknown as CheckContext;

const showsPossibleCard = (...messages: JsonObject[]) =>
  showPossibleCard(check, [answeredExchange(200, { success: true, data: { messages, hasMore: false } })]);

test("a message of the service that names no task may be a card", () => {
  expect(showsPossibleCard(CARD)).toBe(true);
  expect(showsPossibleCard({ ...CARD, senderType: "agent" })).toBe(true);
});

test("a message of a human, of the run, or that names another task is not a card of this task", () => {
  expect(showsPossibleCard({ ...CARD, senderType: "human" })).toBe(false);
  expect(showsPossibleCard({ ...CARD, id: "m1" })).toBe(false);
  expect(showsPossibleCard({ ...CARD, content: "OPS-17 was blocked" })).toBe(false);
  expect(showsPossibleCard({ ...CARD, content: "paint the shed: blocked" })).toBe(false);
  expect(showsPossibleCard({ ...CARD, metadata: { taskCard: { taskId: "task-18" } } })).toBe(false);
  expect(showsPossibleCard()).toBe(false);
});
