import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import { newMessageRules } from "./new-messages.ts";
import { judged, past } from "./testing/judged.ts";

const judge = (...sent: readonly Readonly<Record<string, Json>>[]) =>
  judged(newMessageRules, "messages.send.untouched", { "send-message": sent.map((data) => past({}, data)) });

test("a message that was just sent is neither edited nor deleted", () => {
  expect(judge({ id: "m1", isEdited: false, deletedAt: null }, { id: "m2" })).toBe(2);
  expect(judge({ id: "m1", isEdited: true })).toBe("broken");
  expect(judge({ id: "m1", deletedAt: "2026-01-01T00:00:00Z" })).toBe("broken");
});

test("a repeated request may return an older message, which may have been edited", () => {
  expect(judge({ id: "m1", isEdited: false }, { id: "m1", isEdited: true })).toBe(0);
});
