import { createHash } from "node:crypto";
import { ifEquallyValid, plainRequestOf, type RequestInput, withValue } from "../../../generators/index.ts";
import type { ApiDocument, Operation, Schema } from "../../../spec/document/model.ts";
import { asObject, isObject } from "../../../spec/json.ts";
import { lettersOf } from "../../models/letters.ts";

/** Shorter texts are left alone: they are there for their length or their content. */
const MIN_RENEWED_LENGTH = 16;
/** Longer texts keep their length: their end is replaced. */
const MAX_EXTENDED_LENGTH = 190;
/** Letters that follow a fresh word, so that no renewed text resembles another. */
const EXTRA_LETTERS = 32;
/** Letters in each word of these. */
const LETTERS_OF_A_WORD = 8;

/** Which texts are renewed: with `drawn`, those drawn from a seed too; otherwise only those of the plain request. */
export interface FreshTextOptions {
  readonly drawn: boolean;
  readonly mark: string;
  readonly freshWord: () => string;
}

/**
 * Returns the request with new texts in the members that name a resource (`x-unique`). Another run with the same seed
 * draws the same values and may have written them before or be writing them now. Texts of the plain request have no
 * meaning and are renewed whatever their length.
 */
export function withFreshTexts(
  document: ApiDocument,
  operation: Operation,
  input: RequestInput,
  { drawn, mark, freshWord }: FreshTextOptions,
): RequestInput {
  const body = input.body;
  if (!isObject(body)) return input;
  const plain = asObject(plainRequestOf(document, operation)?.body);
  let request = input;
  for (const [name, schema] of uniqueTexts(operation)) {
    const text = body[name];
    if (typeof text !== "string" || text.includes(mark)) continue;
    if (text !== plain[name] && (!drawn || text.length < MIN_RENEWED_LENGTH)) continue;
    const fresh = renewed(text, freshWord(), schema);
    request = ifEquallyValid(document, operation, request, withValue(request, ["body", name], fresh));
  }
  return request;
}

/** Returns the body members whose text names a resource, with their schemas. */
function uniqueTexts({ body }: Operation): readonly (readonly [string, Schema])[] {
  return Object.entries(body?.members ?? {}).filter(([, schema]) => schema["x-unique"] !== undefined);
}

function renewed(text: string, word: string, { maxLength }: Schema): string {
  const characters = [...text];
  const news = `${word} ${extraWords(word)}`;
  const max = typeof maxLength === "number" ? maxLength - news.length - 1 : MAX_EXTENDED_LENGTH;
  const kept =
    characters.length > Math.min(MAX_EXTENDED_LENGTH, max) ? characters.slice(0, -news.length - 1) : characters;
  return `${kept.join("")} ${news}`.trimStart();
}

/**
 * Returns words derived from a fresh word. Fresh words differ only in a counter, so a service may treat two texts with
 * them as equal.
 */
function extraWords(word: string): string {
  const letters = lettersOf(createHash("sha256").update(word).digest());
  return Array.from({ length: EXTRA_LETTERS / LETTERS_OF_A_WORD }, (_, place) =>
    letters.slice(place * LETTERS_OF_A_WORD, (place + 1) * LETTERS_OF_A_WORD),
  ).join(" ");
}
