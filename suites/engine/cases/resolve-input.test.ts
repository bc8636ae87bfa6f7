import { expect, test } from "vitest";
import { loadDocument } from "../../../spec/document/document.ts";
import type { CaseContext } from "../check/check.ts";
import type { References } from "./reference-model.ts";
import { resolveInput } from "./resolve-input.ts";

const MARK = "markoftherun";

async function renewedContents(content: string): Promise<readonly string[]> {
  const document = await loadDocument();
  let words = 0;
  const references = {
    freshWord() {
      words += 1;
      return `${MARK}${words}`;
    },
    resolve: async () => "m1",
  } as unknown as References;
  const context = { world: { mark: MARK } } as CaseContext;
  const input = { operation: "remember", parameters: {}, body: { content } };
  const resolving = { document, references, anyState: false, fresh: true };
  const resolved = await Promise.all([1, 2].map(() => resolveInput(input, context, resolving)));
  return resolved.map(({ body }) => (body as { content: string }).content);
}

function shareOf(one = "", other = ""): number {
  const [few, many] = [one, other].map((text) => new Set(Array.from(text, (_, at) => text.slice(at, at + 3))));
  const common = [...(few ?? [])].filter((part) => many?.has(part)).length;
  return common / ((few?.size ?? 0) + (many?.size ?? 0) - common);
}

test("a claim that is sent again says something else, and not only in a digit", async () => {
  const [one, other] = await renewedContents("A claim of a few words to begin with");
  expect(one).not.toBe(other);
  expect(shareOf(one, other)).toBeLessThan(0.6);
});

test("a long text keeps its length when its end is renewed", async () => {
  const text = "so it was said ".repeat(20).trim();
  for (const renewed of await renewedContents(text)) expect(renewed).toHaveLength(text.length);
});
