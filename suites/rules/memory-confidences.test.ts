import { expect, test } from "vitest";
import { memoryConfidenceRules } from "./memory-confidences.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const RULE = "consistency.memory-views";
const creations = [0.1, 0.4, 0.7, 1].map((confidence) =>
  acceptedEntry({ content: `m${confidence}`, confidence }, { id: `m${confidence}`, confidence }),
);
const shownAs = (confidenceOf: (id: string, index: number) => number) => {
  const hits = ["m0.1", "m0.4", "m0.7", "m1"].map((id, index) => ({ id, confidence: confidenceOf(id, index) }));
  return { remember: creations, "search-memories": [acceptedEntry({}, { hits })] };
};

test("reports a list that shows the same confidence for memories of different confidences", () => {
  expect(
    verdictOf(
      memoryConfidenceRules,
      RULE,
      shownAs((id) => Number(id.slice(1))),
    ),
  ).toBe(1);
  expect(
    verdictOf(
      memoryConfidenceRules,
      RULE,
      shownAs(() => 1),
    ),
  ).toBe("broken");
});

test("accepts confidences that rise and fall, and does not judge a few of them", () => {
  expect(
    verdictOf(
      memoryConfidenceRules,
      RULE,
      shownAs((_, index) => 0.9 + index / 100),
    ),
  ).toBe(1);
  const { "search-memories": listed } = shownAs(() => 1);
  expect(verdictOf(memoryConfidenceRules, RULE, { remember: creations.slice(1), "search-memories": listed })).toBe(0);
});
