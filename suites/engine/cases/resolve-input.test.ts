import { expect, test } from "vitest";
import { plainRequestOf } from "../../../generators/index.ts";
import { loadDocument } from "../../../spec/document/document.ts";
import { asObject } from "../../../spec/json.ts";
import type { CaseContext } from "../check/check.ts";
import type { References } from "./reference-model.ts";
import { type Resolving, resolveInput } from "./resolve-input.ts";

const MARK = "markoftherun";

async function renewedContents(content: string, renewing: Resolving["renewing"] = "drawn"): Promise<readonly string[]> {
  const document = await loadDocument();
  let words = 0;
  const references = {
    freshWord() {
      words += 1;
      return `${MARK}${words}`;
    },
    resolve: async () => "m1",
  } as unknown as References;
  const context = { context: { mark: MARK } } as CaseContext;
  const input = { operation: "remember", parameters: {}, body: { content } };
  const resolving = { document, references, anyState: false, renewing };
  const resolved = await Promise.all([1, 2].map(() => resolveInput(input, context, resolving)));
  return resolved.map(({ body }) => (body as { content: string }).content);
}

function shareOf(one = "", other = ""): number {
  const [few, many] = [one, other].map((text) => new Set(Array.from(text, (_, at) => text.slice(at, at + 3))));
  const common = [...(few ?? [])].filter((part) => many?.has(part)).length;
  return common / ((few?.size ?? 0) + (many?.size ?? 0) - common);
}

test("changes more than a digit of a claim that is sent again", async () => {
  const [one, other] = await renewedContents("A claim of a few words to begin with");
  expect(one).not.toBe(other);
  expect(shareOf(one, other)).toBeLessThan(0.6);
});

test("keeps the length of a long text whose end is renewed", async () => {
  const text = "so it was said ".repeat(20).trim();
  for (const renewed of await renewedContents(text)) expect(renewed).toHaveLength(text.length);
});

test("keeps the texts of a body that is sent in another form", async () => {
  const text = "A claim of a few words to begin with";
  expect(await renewedContents(text, "none")).toEqual([text, text]);
});

test("renews the text of the plain request in any form, and no other text if nothing was drawn", async () => {
  const document = await loadDocument();
  const remember = document.operations.find(({ id }) => id === "remember");
  const plain = remember && asObject(plainRequestOf(document, remember)?.body).content;
  expect(plain).toEqual(expect.any(String));
  for (const renewed of await renewedContents(String(plain), "plain")) expect(renewed).toContain(MARK);
  const text = "A claim of a few words to begin with";
  expect(await renewedContents(text, "plain")).toEqual([text, text]);
});
