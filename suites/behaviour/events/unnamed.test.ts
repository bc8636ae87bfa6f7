import { expect, test } from "vitest";
import type { JsonObject } from "../../../spec/json.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { past } from "../../rules/testing/judged.ts";
import { showUnnamed } from "./unnamed.ts";

const CARD = { id: "m9", senderType: "system", senderId: "s1", content: "A task was blocked", metadata: {} };
const history: Readonly<Record<string, unknown>> = {
  "create-task": [
    past({ title: "paint the shed" }, { id: "task-17", identifier: "OPS-17", title: "paint the shed" }),
    past({ title: "a" }, { id: "task-19", title: "a" }),
  ],
  "block-task": [past({ taskId: "task-18" }, { id: "task-18" })],
  "send-message": [past({ content: "one" }, { id: "m1" })],
};
const check = {
  context: { mark: "markofthisrun" },
  history: (operation: string) => history[operation] ?? [],
} as unknown as CheckContext;

const unnamed = (...messages: JsonObject[]) =>
  showUnnamed(check, [answeredExchange(200, { success: true, data: { messages, hasMore: false } })]);

test("a message of the service that names no task may be a card", () => {
  expect(unnamed(CARD)).toBe(true);
  expect(unnamed({ ...CARD, senderType: "agent" })).toBe(true);
});

test("what people wrote, what the run sent and what names another task is not a card of this one", () => {
  expect(unnamed({ ...CARD, senderType: "human" })).toBe(false);
  expect(unnamed({ ...CARD, id: "m1" })).toBe(false);
  expect(unnamed({ ...CARD, content: "OPS-17 was blocked" })).toBe(false);
  expect(unnamed({ ...CARD, content: "paint the shed: blocked" })).toBe(false);
  expect(unnamed({ ...CARD, metadata: { taskCard: { taskId: "task-18" } } })).toBe(false);
  expect(unnamed()).toBe(false);
});
