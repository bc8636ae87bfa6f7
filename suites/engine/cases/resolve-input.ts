import { createHash } from "node:crypto";
import { MissingReference, type RequestInput, referencesIn, resolveReferences } from "../../../generators/index.ts";
import type { ApiDocument, Operation } from "../../../spec/document/model.ts";
import { isObject } from "../../../spec/json.ts";
import { lettersOf } from "../../models/letters.ts";
import { Skipped } from "../../outcome/skipped.ts";
import type { CaseContext } from "../check/check.ts";
import { ifPossible } from "./attempt.ts";
import { operationOf } from "./operation-of.ts";
import type { References } from "./reference-model.ts";

/** Where ids come from, and whether a thing in any state will do. */
export interface Resolving {
  readonly document: ApiDocument;
  readonly references: References;
  readonly anyState: boolean;
  /** True to renew texts that a service may refuse to hold twice. */
  readonly fresh: boolean;
}

/**
 * Puts ids in the places of the references. Which ones are needed is found first, because ids are had by requests; an
 * optional member whose id cannot be had is left out.
 */
export async function resolveInput(
  input: RequestInput,
  context: CaseContext,
  { document, references, anyState, fresh }: Resolving,
): Promise<RequestInput> {
  const operation = operationOf(document, input.operation);
  const named = referencesIn(document, operation, input);
  const ids = new Map<string, string | Skipped>();
  for (const { kind, place, index } of named) {
    const provide = () =>
      anyState ? references.provide(kind, null, context) : references.resolve(kind, place, context);
    // A service may refuse a list that names one thing twice.
    const another =
      index > 0 && kind === "message" ? await ifPossible(() => references.anotherMessage(index, context)) : null;
    ids.set(`${place} ${index}`, another ?? (await idOrSkip(provide)));
  }
  const resolved = named.length === 0 ? input : withIds(document, operation, input, ids);
  return fresh ? withFreshText(operation, resolved, context.world.mark, references.freshWord) : resolved;
}

function withIds(
  document: ApiDocument,
  operation: Operation,
  input: RequestInput,
  ids: ReadonlyMap<string, string | Skipped>,
): RequestInput {
  try {
    return resolveReferences(document, operation, input, (_kind, place, index) => {
      const id = ids.get(`${place} ${index}`);
      return typeof id === "string" ? id : undefined;
    });
  } catch (error) {
    const skipped = [...ids.values()].find((id) => id instanceof Skipped);
    throw error instanceof MissingReference && skipped ? skipped : error;
  }
}

/** Texts shorter than this are about their length, or about what they say. */
const SHORTEST_RENEWED = 16;
/** Longer texts keep their length: their end is replaced. */
const LONGEST_EXTENDED = 190;
/** Letters that stand behind a fresh word, and make a text unlike another that was renewed. */
const LETTERS_UNLIKE = 32;
/** Letters of one of the words that they are in. */
const LETTERS_OF_A_WORD = 8;

/**
 * Where a service may refuse to hold the same text twice (`x-unique`), every request says something new: values are
 * drawn from seeds, and an earlier run with the same seed has written them already.
 */
function withFreshText(operation: Operation, input: RequestInput, mark: string, freshWord: () => string): RequestInput {
  if (operation.body === null || !isObject(input.body)) return input;
  const body = { ...input.body };
  for (const [name, schema] of Object.entries(operation.body.members)) {
    const text = body[name];
    if (schema["x-unique"] === undefined || typeof text !== "string") continue;
    if (text.length >= SHORTEST_RENEWED && !text.includes(mark)) body[name] = renewed(text, freshWord());
  }
  return { ...input, body };
}

function renewed(text: string, word: string): string {
  const characters = [...text];
  const news = `${word} ${wordsUnlike(word)}`;
  const kept = characters.length > LONGEST_EXTENDED ? characters.slice(0, -news.length - 1) : characters;
  return `${kept.join("")} ${news}`;
}

/** Fresh words are counted, and differ in a digit: a service may hold that for one text said twice. */
function wordsUnlike(word: string): string {
  const letters = lettersOf(createHash("sha256").update(word).digest());
  return Array.from({ length: LETTERS_UNLIKE / LETTERS_OF_A_WORD }, (_, place) =>
    letters.slice(place * LETTERS_OF_A_WORD, (place + 1) * LETTERS_OF_A_WORD),
  ).join(" ");
}

async function idOrSkip(provide: () => Promise<string>): Promise<string | Skipped> {
  try {
    return await provide();
  } catch (error) {
    if (error instanceof Skipped) return error;
    throw error;
  }
}
