import { expect, test } from "vitest";
import { memoryConfidenceRules } from "./memory-confidences.ts";
import { judged, past } from "./testing/judged.ts";

const RULE = "consistency.memory-views";
const made = [0.1, 0.4, 0.7, 1].map((confidence) =>
  past({ content: `m${confidence}`, confidence }, { id: `m${confidence}`, confidence }),
);
const shownAs = (confidenceOf: (id: string, index: number) => number) => {
  const hits = ["m0.1", "m0.4", "m0.7", "m1"].map((id, index) => ({ id, confidence: confidenceOf(id, index) }));
  return { remember: made, "search-memories": [past({}, { hits })] };
};

test("a list shows no one confidence for all", () => {
  expect(
    judged(
      memoryConfidenceRules,
      RULE,
      shownAs((id) => Number(id.slice(1))),
    ),
  ).toBe(1);
  expect(
    judged(
      memoryConfidenceRules,
      RULE,
      shownAs(() => 1),
    ),
  ).toBe("broken");
});

test("confidences may rise and fall, and few of them tell nothing", () => {
  expect(
    judged(
      memoryConfidenceRules,
      RULE,
      shownAs((_, index) => 0.9 + index / 100),
    ),
  ).toBe(1);
  const { "search-memories": listed } = shownAs(() => 1);
  expect(judged(memoryConfidenceRules, RULE, { remember: made.slice(1), "search-memories": listed })).toBe(0);
});
