import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { wordOf } from "../models/words.ts";
import { bootstrapLeakRules } from "./bootstrap-leaks.ts";
import { judged, MARK, past } from "./testing/judged.ts";

const RULE = "isolation.bootstrap-context";
const WORD = wordOf({ mark: MARK }, "secret");

const sentAfter = (one: HistoryEntry, sequence: number): HistoryEntry => ({
  ...one,
  exchange: { ...one.exchange, sentAfter: sequence },
});

test("no orientation tells a word of another workspace, unless the caller has said it too", () => {
  const of = (activity: string, own: JsonObject = { content: "something else" }, sequence = 1) => ({
    "send-message": [past({ content: `${MARK} ${WORD} and more` }, {}, "elsewhere"), past(own, {})],
    "bootstrap-context": [sentAfter(past({}, { recent_activity: activity }), sequence)],
  });
  expect(judged(bootstrapLeakRules, RULE, of("Nothing much: conversation went on"))).toBe(1);
  expect(judged(bootstrapLeakRules, RULE, of(`Someone wrote "${WORD} and"`))).toBe("broken");
  // A longer word is another one, and what the caller has said itself comes back to it.
  expect(judged(bootstrapLeakRules, RULE, of(`${WORD}s`))).toBe(1);
  expect(judged(bootstrapLeakRules, RULE, of(WORD, { content: `quoted: ${WORD}` }))).toBe(0);
  // A context that was read before proves nothing.
  expect(judged(bootstrapLeakRules, RULE, of("Nothing yet", {}, 0))).toBe(0);
  // What has no word of its own cannot be recognised.
  const plain = { ...of("with a file"), "send-message": [past({ content: `${MARK} with a file` }, {}, "elsewhere")] };
  expect(judged(bootstrapLeakRules, RULE, plain)).toBe(0);
});
