import fc from "fast-check";
import { expect, test } from "vitest";
import { slices } from "./text.ts";

const known = (content: string) => ({
  id: content,
  content,
  kind: "fact",
  scope: "one",
  tags: [],
  createdAt: null,
  precision: 1,
});

test("takes parts of contents by whole code points: half of one cannot be sent", () => {
  const population = {
    word: "word",
    members: ["word 😀 and 👩‍👩‍👧‍👦😀😀", "😀😀😀😀😀"].map((text) => ({ known: known(text) })),
  };
  const parts = fc.sample(slices(population, 1, 3), { seed: 3, numRuns: 200 });
  expect(parts.every((part) => [...part].length <= 3)).toBe(true);
  expect(() => parts.map(encodeURIComponent)).not.toThrow();
});
