import { expect, test } from "vitest";
import { loadDocument } from "../../spec/document/document.ts";
import type { JsonObject } from "../../spec/json.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import type { CheckContext } from "../engine/check/check.ts";
import { Failure } from "../outcome/failure.ts";
import { NotApplicable } from "../outcome/skipped.ts";
import { acceptedEntry } from "../rules/testing/entries.ts";
import { longMemoryWalk } from "./long-memory-walk.ts";

const document = await loadDocument();
const PAGE = 100;

/** Returns the verdict on a target with this many memories whose walks return at most `maximum`. */
async function verdictOfWalk(count: number, maximum = Number.POSITIVE_INFINITY): Promise<string> {
  const all = Array.from({ length: count }, (_, index) => ({ id: `m${index}`, content: `the content of ${index}.` }));
  function search({ cursor, text }: JsonObject): JsonObject {
    if (text !== undefined) return { hits: all.filter(({ content }) => content === text), nextCursor: null };
    const from = Number(cursor ?? 0);
    const to = Math.min(from + PAGE, count, maximum);
    return { hits: all.slice(from, to), nextCursor: to < Math.min(count, maximum) ? String(to) : null };
  }
  const check = {
    context: { document },
    asserted: () => {},
    eventually: (attempt: () => Promise<unknown>) => attempt(),
    history: () => all.map(({ id, content }) => acceptedEntry({ content }, { id })),
    call: async (_operation: string, { parameters }: { parameters: JsonObject }) => ({
      ...answeredExchange(200, { success: true, data: search(parameters) }),
      sentAfter: 1_000,
    }),
  } as unknown as CheckContext;
  try {
    await longMemoryWalk().run(check);
    return "passed";
  } catch (error) {
    if (error instanceof NotApplicable) return "aside";
    if (error instanceof Failure) return "broken";
    throw error;
  }
}

test("a walk must return a memory that a separate search finds, on whatever page", async () => {
  expect(await verdictOfWalk(350)).toBe("passed");
  expect(await verdictOfWalk(350, 200)).toBe("broken");
});

test("a single page, or too many pages, are not judged", async () => {
  expect(await verdictOfWalk(50)).toBe("aside");
  expect(await verdictOfWalk(3_000)).toBe("aside");
});
