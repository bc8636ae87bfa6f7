import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import { bootstrapLeakRules } from "./bootstrap-leaks.ts";
import { judged, MARK, past } from "./testing/judged.ts";

const RULE = "isolation.bootstrap-context";
const WORD = "abcdefghijkl";

test("no orientation tells a word of another workspace, unless the caller has said it too", () => {
  const of = (activity: string, own: JsonObject = { content: "something else" }) => ({
    "send-message": [past({ content: `${MARK} ${WORD} and more` }, {}, "elsewhere"), past(own, {})],
    "bootstrap-context": [past({}, { recent_activity: activity })],
  });
  expect(judged(bootstrapLeakRules, RULE, of("Nothing much: conversation went on"))).toBe(1);
  expect(judged(bootstrapLeakRules, RULE, of(`Someone wrote "${WORD} and"`))).toBe("broken");
  // A longer word is another one, and what the caller has said itself comes back to it.
  expect(judged(bootstrapLeakRules, RULE, of(`${WORD}s`))).toBe(1);
  expect(judged(bootstrapLeakRules, RULE, of(WORD, { content: `quoted: ${WORD}` }))).toBe(0);
  // What has no word of its own cannot be recognised.
  const plain = { ...of("with a file"), "send-message": [past({ content: `${MARK} with a file` }, {}, "elsewhere")] };
  expect(judged(bootstrapLeakRules, RULE, plain)).toBe(0);
});
