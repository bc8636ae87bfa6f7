import { expect, test } from "vitest";
import { judged, past } from "./testing/judged.ts";
import { timeRules } from "./times.ts";

const RULE = "consistency.timestamps";
const EARLIER = "2026-01-01T00:00:00.000Z";
const LATER = "2026-01-01T00:01:00.000Z";
const ofMessages = timeRules.filter(({ operations }) => operations.includes("send-message"));

test("no message is updated before it was created, in the response to its creation, to a flag, and in its channel", () => {
  const made = (updatedAt: string) => past({}, { id: "m1", createdAt: LATER, updatedAt });
  const listed = (updatedAt: string) => past({}, { messages: [{ id: "m1", createdAt: LATER, updatedAt }] });
  const right = { "send-message": [made(LATER)], "flag-needs-human": [made(LATER)], "get-messages": [listed(LATER)] };
  expect(judged(ofMessages, RULE, right)).toBe(3);
  expect(judged(ofMessages, RULE, { ...right, "send-message": [made(EARLIER)] })).toBe("broken");
  expect(judged(ofMessages, RULE, { ...right, "flag-needs-human": [made(EARLIER)] })).toBe("broken");
  expect(judged(ofMessages, RULE, { ...right, "get-messages": [listed(EARLIER)] })).toBe("broken");
});

test("what others made may have come from elsewhere later than it was changed there", () => {
  const theirs = past({}, { messages: [{ id: "m2", createdAt: LATER, updatedAt: EARLIER }] });
  expect(judged(ofMessages, RULE, { "get-messages": [theirs] })).toBe(0);
});
