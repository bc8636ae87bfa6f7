import { expect, test } from "vitest";
import { loadDocument } from "../../../spec/document/document.ts";
import type { JsonObject } from "../../../spec/json.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { Failure } from "../../outcome/failure.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { completeWalkChecks } from "./complete-walks.ts";
import type { MemoryFixtures } from "./population.ts";

const document = await loadDocument();
const memoryFixtures: MemoryFixtures = async () => ({
  word: "word",
  tag: "tag",
  members: [],
  allMembers: [],
  base: {},
});

interface PageRequest {
  readonly limit: number;
  readonly from: number;
  /** True for a request of the page that a walk is compared with. */
  readonly isLarge: boolean;
}

/** Returns the outcome of the check on a target that has these memories at each request. */
async function verdictOfWalk(
  memoriesFor: (request: PageRequest) => readonly string[],
  hasNext = (end: number, memories: number) => end < memories,
) {
  const call = async (_: string, { parameters }: { parameters: JsonObject }) => {
    const [limit, from] = [Number(parameters.limit), Number(parameters.cursor ?? 0)];
    const memories = memoriesFor({ limit, from, isLarge: limit > 10 });
    const end = from + limit;
    const hits = memories.slice(from, end).map((id) => ({ id }));
    const nextCursor = hasNext(end, memories.length) ? String(end) : null;
    return answeredExchange(200, { success: true, data: { hits, nextCursor } });
  };
  const forEach = async (
    inputs: readonly unknown[],
    judge: (input: unknown, testCase: CheckContext) => Promise<void>,
  ) => {
    for (const input of inputs) await judge(input, check);
  };
  let asserted = 0;
  const check = {
    context: { document, target: { fixtures: {}, consistency: { timeoutMs: 0 } } },
    call,
    forEach,
    pause: async () => {},
    asserted: () => {
      asserted += 1;
    },
  } as unknown as CheckContext;
  try {
    for (const each of completeWalkChecks(memoryFixtures)) await each.run(check);
  } catch (error) {
    if (error instanceof Failure) return "broken";
    if (error instanceof NotApplicable) return "stood aside";
    throw error;
  }
  return asserted > 0;
}

const NINE = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

test("a walk in small pages must return all memories of a large page", async () => {
  expect(await verdictOfWalk(() => NINE)).toBe(true);
  expect(await verdictOfWalk(({ isLarge, from }) => (isLarge || from === 0 ? NINE : NINE.with(from, "other")))).toBe(
    "broken",
  );
});

test("a page that begins with the last memory of the previous page fails", async () => {
  const repeating = (from: number) => NINE.slice(0, from).concat(NINE.slice(from > 0 ? from - 1 : 0));
  expect(await verdictOfWalk(({ isLarge, from }) => (isLarge ? NINE : repeating(from)))).toBe("broken");
});

test("a memory that was absent before or after the walk need not be returned by it", async () => {
  const [withoutFive, withTen] = [NINE.filter((id) => id !== "5"), [...NINE, "10"]];
  let larges = 0;
  const changing = (before: readonly string[], walk: readonly string[], after: readonly string[]) =>
    verdictOfWalk(({ isLarge }) => {
      larges += isLarge ? 1 : 0;
      if (!isLarge) return walk;
      return larges % 2 === 1 ? before : after;
    });
  expect(await changing(NINE, withoutFive, withoutFive)).toBe(true);
  expect(await changing(NINE, NINE, withTen)).toBe(true);
  expect(await changing(NINE, withoutFive, NINE)).toBe("broken");
});

test("an endless walk, or one of a page or two, is not judged", async () => {
  expect(
    await verdictOfWalk(
      () => NINE,
      (end) => end > 0,
    ),
  ).toBe("stood aside");
  expect(await verdictOfWalk(() => ["1", "2"])).toBe("stood aside");
});
