import { isSafe, isValid } from "../../generators/index.ts";
import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";

/**
 * What a request that some reading rejects, or takes for another, comes back with is open, or another requirement's question.
 * What is in its free texts makes no difference: what is taken of these is kept.
 */
export function isUndisputed({ context }: Knowledge, operation: string, past: Past): boolean {
  const known = context.document.operations.find(({ id }) => id === operation);
  const response =
    undisputed.get(past) ??
    (known !== undefined &&
      isValid(context.document, known, past.input) &&
      isSafe(context.document, known, { ...past.input, body: withPlainTexts(past.input.body) }));
  undisputed.set(past, response);
  return response;
}

/** The same requests are asked about by the rules of each member. */
const undisputed = new WeakMap<Past, boolean>();

/** Members that hold whatever their caller writes, and something plain in their place. */
const FREE: JsonObject = {
  ...Object.fromEntries(
    ["content", "title", "description", "where", "why"].map((name) => [name, "A plain text of words."]),
  ),
  metadata: { topic: "plain" },
};

/** The same request with a plain text for each that its caller has written. */
export function withPlainTexts(body: Json | undefined): Json | undefined {
  if (!isObject(body)) return body;
  const isOfItsType = (name: string, value: Json) => typeof value === typeof FREE[name];
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, isOfItsType(name, value) ? (FREE[name] ?? value) : value]),
  );
}

/** Texts that every store keeps: not of two forms, without blanks at their ends, and signs that nobody sees. */
export function isKept(text: string): boolean {
  return (
    text.trim() === text && text.normalize("NFKC") === text && !/[^\P{C}\n\t\u200c\u200d]|[\p{Zl}\p{Zp}]/u.test(text)
  );
}
