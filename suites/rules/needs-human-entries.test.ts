import { expect, test } from "vitest";
import type { HistoryEntry } from "../knowledge/history.ts";
import { needsHumanEntryRules } from "./needs-human-entries.ts";
import { acceptedEntry, rejected, verdictOf } from "./testing/entries.ts";

const sent = [
  acceptedEntry({ content: "one" }, { id: "1", content: "one" }),
  acceptedEntry({ content: "two" }, { id: "2", content: "two" }),
];
const flag = acceptedEntry({ messageId: "1", reason: "why" }, { id: "1" });
const page = (...flagged: readonly string[]) =>
  acceptedEntry(
    {},
    {
      messages: ["1", "2"].map((id, place) => ({
        id,
        content: place === 0 ? "one" : "two",
        metadata: flagged.includes(id) ? { needsHuman: true } : {},
      })),
    },
  );
const of = (flags: readonly HistoryEntry[], shown: HistoryEntry) => ({
  "send-message": sent,
  "flag-needs-human": flags,
  "get-messages": [shown],
});

test("reports a needsHuman entry on a message that no request flagged", () => {
  expect(verdictOf(needsHumanEntryRules, "messages.flag.only-the-message", of([flag], page("1")))).toBe(1);
  expect(verdictOf(needsHumanEntryRules, "messages.flag.only-the-message", of([flag], page("1", "2")))).toBe("broken");
});

test("requires a rejected flag to set no entry", () => {
  const second = acceptedEntry({ messageId: "2", reason: 7 }, {});
  const rule = "messages.flag.refused-without-effect";
  expect(verdictOf(needsHumanEntryRules, rule, of([flag, rejected(second, 400)], page("1")))).toBe(1);
  expect(verdictOf(needsHumanEntryRules, rule, of([flag, rejected(second, 400)], page("1", "2")))).toBe("broken");
  // The effect of a flag that ended in a server error is unknown.
  expect(verdictOf(needsHumanEntryRules, rule, of([flag, rejected(second, 500)], page("1", "2")))).toBe(0);
});

test("attributes an entry set by a flag without valid credentials to its own requirement", () => {
  const second = rejected(acceptedEntry({ messageId: "2", reason: "why" }, {}), 401);
  const history = of([flag, second], page("1", "2"));
  expect(verdictOf(needsHumanEntryRules, "auth.refused-without-effect", history)).toBe("broken");
  expect(verdictOf(needsHumanEntryRules, "messages.flag.refused-without-effect", history)).toBe(0);
});
