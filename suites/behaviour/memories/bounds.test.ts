import { expect, test } from "vitest";
import { askedAtTheEdge } from "./bounds.ts";

type Members = Parameters<typeof askedAtTheEdge>[1]["members"];

/** Members of which so many share an instant. */
function madeTogether(many: number): { readonly members: Members } {
  const members = Array.from({ length: 24 }, (_, index) => ({
    known: { id: `memory ${index}` },
    made: { memory: { created_at: `2026-01-01T00:00:${String(10 + Math.floor(index / many))}Z` } },
  }));
  return { members: members as unknown as Members };
}

test("which members are asked for is of the seed, however many were created at one instant", () => {
  const asked = (seed: number, many: number) => askedAtTheEdge({ seed }, madeTogether(many)).map(({ id }) => id);
  expect(asked(4, 1)).toHaveLength(3);
  for (const many of [2, 3, 24]) expect(asked(4, many)).toEqual(asked(4, 1));
  expect(asked(5, 1)).not.toEqual(asked(4, 1));
});
