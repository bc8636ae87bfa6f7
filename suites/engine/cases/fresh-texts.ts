import { createHash } from "node:crypto";
import { plainRequestOf, type RequestInput, unlessBroken, withValue } from "../../../generators/index.ts";
import type { ApiDocument, Operation, Schema } from "../../../spec/document/model.ts";
import { asObject, isObject } from "../../../spec/json.ts";
import { lettersOf } from "../../models/letters.ts";

/** Texts shorter than this are about their length, or about what they say. */
const SHORTEST_RENEWED = 16;
/** Longer texts keep their length: their end is replaced. */
const LONGEST_EXTENDED = 190;
/** Letters that stand behind a fresh word, and make a text unlike another that was renewed. */
const LETTERS_UNLIKE = 32;
/** Letters of one of the words that they are in. */
const LETTERS_OF_A_WORD = 8;

/** Which texts are renewed: those that were drawn from a seed as well, or those of the plain request alone. */
export interface Renewing {
  readonly drawn: boolean;
  readonly mark: string;
  readonly freshWord: () => string;
}

/**
 * Every request says something new in the texts that name a thing (`x-unique`): another run with the same seed draws the
 * same values, and writes them at the same time or has written them before. The text of the plain request is about
 * nothing, and is renewed whatever its length.
 */
export function withFreshTexts(
  document: ApiDocument,
  operation: Operation,
  input: RequestInput,
  { drawn, mark, freshWord }: Renewing,
): RequestInput {
  const body = input.body;
  if (!isObject(body)) return input;
  const plain = asObject(plainRequestOf(document, operation)?.body);
  let request = input;
  for (const [name, schema] of uniqueTexts(operation)) {
    const text = body[name];
    if (typeof text !== "string" || text.includes(mark)) continue;
    if (text !== plain[name] && (!drawn || text.length < SHORTEST_RENEWED)) continue;
    const fresh = renewed(text, freshWord(), schema);
    request = unlessBroken(document, operation, request, withValue(request, ["body", name], fresh));
  }
  return request;
}

/** The members of a body that are texts which name a thing, with their schemas. */
function uniqueTexts({ body }: Operation): readonly (readonly [string, Schema])[] {
  return Object.entries(body?.members ?? {}).filter(([, schema]) => schema["x-unique"] !== undefined);
}

function renewed(text: string, word: string, { maxLength }: Schema): string {
  const characters = [...text];
  const news = `${word} ${wordsUnlike(word)}`;
  const most = typeof maxLength === "number" ? maxLength - news.length - 1 : LONGEST_EXTENDED;
  const kept =
    characters.length > Math.min(LONGEST_EXTENDED, most) ? characters.slice(0, -news.length - 1) : characters;
  return `${kept.join("")} ${news}`.trimStart();
}

/** Fresh words are counted, and differ in a digit: a service may hold that for one text said twice. */
function wordsUnlike(word: string): string {
  const letters = lettersOf(createHash("sha256").update(word).digest());
  return Array.from({ length: LETTERS_UNLIKE / LETTERS_OF_A_WORD }, (_, place) =>
    letters.slice(place * LETTERS_OF_A_WORD, (place + 1) * LETTERS_OF_A_WORD),
  ).join(" ");
}
