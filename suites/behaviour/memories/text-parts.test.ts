import fc from "fast-check";
import { expect, test } from "vitest";
import { rarePart, slices } from "./text-parts.ts";

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

test("the rarest letters are those that the fewest contents hold", () => {
  const members = ["abc abd", "Abe", "ab"].map((content) => ({ known: { content } }));
  const of = (length: number) => rarePart({ members } as unknown as Parameters<typeof rarePart>[0], length);
  expect(of(1)).toBe("c");
  expect(of(2)).toBe("bc");
  expect(of(3)).toBe("abc");
  expect(rarePart({ members: members.slice(2) } as unknown as Parameters<typeof rarePart>[0], 1)).toBeNull();
});
