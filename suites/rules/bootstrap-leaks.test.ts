import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { wordOf } from "../models/words.ts";
import { bootstrapLeakRules } from "./bootstrap-leaks.ts";
import { acceptedEntry, MARK, verdictOf } from "./testing/entries.ts";

const RULE = "isolation.bootstrap-context";
const WORD = wordOf({ mark: MARK }, "secret");

const sentAfter = (entry: HistoryEntry, sequence: number): HistoryEntry => ({
  ...entry,
  exchange: { ...entry.exchange, sentAfter: sequence },
});

test("reports an orientation with a word of another workspace unless the caller has sent that word too", () => {
  const of = (activity: string, own: JsonObject = { content: "something else" }, sequence = 1) => ({
    "send-message": [acceptedEntry({ content: `${MARK} ${WORD} and more` }, {}, "elsewhere"), acceptedEntry(own, {})],
    "bootstrap-context": [sentAfter(acceptedEntry({}, { recent_activity: activity }), sequence)],
  });
  expect(verdictOf(bootstrapLeakRules, RULE, of("Nothing much: conversation went on"))).toBe(1);
  expect(verdictOf(bootstrapLeakRules, RULE, of(`Someone wrote "${WORD} and"`))).toBe("broken");
  // A longer word is another word, and the caller may see words that it sent itself.
  expect(verdictOf(bootstrapLeakRules, RULE, of(`${WORD}s`))).toBe(1);
  expect(verdictOf(bootstrapLeakRules, RULE, of(WORD, { content: `quoted: ${WORD}` }))).toBe(0);
  // A context that was requested earlier proves nothing.
  expect(verdictOf(bootstrapLeakRules, RULE, of("Nothing yet", {}, 0))).toBe(0);
  // A text without a unique word cannot be recognised.
  const plain = {
    ...of("with a file"),
    "send-message": [acceptedEntry({ content: `${MARK} with a file` }, {}, "elsewhere")],
  };
  expect(verdictOf(bootstrapLeakRules, RULE, plain)).toBe(0);
});
