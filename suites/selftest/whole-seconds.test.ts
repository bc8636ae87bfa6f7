import { expect, test } from "vitest";
import { tryOut } from "./try.ts";

// With seed 2 the independent server shows whole seconds: nothing lies between two memories that are made one right after the other.
test.each([
  ["search.bound-day", "memories.search.created-from"],
  ["search.to-ignored", "memories.search.created-to"],
  ["search.from-exclusive", "memories.search.created-from-inclusive"],
  ["search.to-inclusive", "memories.search.created-to-exclusive"],
])("%s shows where a target tells whole seconds", async (fault, breaks) => {
  const subject = { kind: "fault", server: "independent", fault, breaks } as const;
  const { failed } = await tryOut({ subject, budget: "standard", seed: 2, only: [breaks] });
  expect(failed.map(({ id }) => id)).toContain(breaks);
});
