import { expect, onTestFinished, test } from "vitest";
import { createFake } from "../index.ts";

async function reachedBy(mutant: string, paths: readonly string[]): Promise<readonly number[]> {
  let reached = 0;
  const fake = await createFake({ mutants: [mutant], onMutantReached: () => (reached += 1) });
  onTestFinished(() => fake.close());
  const counts: number[] = [];
  for (const path of paths) {
    await fetch(`${fake.baseUrl}/v1/agent/${path}`, { headers: { authorization: `Bearer ${fake.apiKey}` } });
    counts.push(reached);
  }
  return counts;
}

test("a mutant of a response is reached by a response that it alters, and not by one that it leaves as it is", async () => {
  const paths = [
    "search-messages?query=the&limit=1",
    "search-messages?query=the&limit=2",
    "search-messages?query=zzzz",
  ];
  expect(await reachedBy("reverse@search-messages:/data/messages", paths)).toEqual([0, 1, 1]);
});

test("a mutant of input is reached by a call that gives this input", async () => {
  expect(await reachedBy("drop@list-tasks?status", ["list-tasks", "list-tasks?status=done"])).toEqual([0, 1]);
});
