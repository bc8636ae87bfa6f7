import { isSafe, isValid } from "../../generators/index.ts";
import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";

/**
 * Returns true if every reading of the contract accepts the request. The outcome of other requests is open or belongs
 * to another requirement. The content of free texts is ignored here; `isKept` covers how it is stored.
 */
export function isUndisputed({ context }: Knowledge, operation: string, entry: HistoryEntry): boolean {
  const known = context.document.operations.find(({ id }) => id === operation);
  const response =
    undisputed.get(entry) ??
    (known !== undefined &&
      isValid(context.document, known, entry.input) &&
      isSafe(context.document, known, { ...entry.input, body: withPlainTexts(entry.input.body) }));
  undisputed.set(entry, response);
  return response;
}

/** Cached, since the rules of each member ask about the same requests. */
const undisputed = new WeakMap<HistoryEntry, boolean>();

/** Members that hold free text or data of the caller, each with a plain value to replace it. */
const FREE_MEMBERS: JsonObject = {
  ...Object.fromEntries(
    ["content", "title", "description", "where", "why"].map((name) => [name, "A plain text of words."]),
  ),
  metadata: { topic: "plain" },
};

/** Returns the body with each free text of the caller replaced by a plain text. */
export function withPlainTexts(body: Json | undefined): Json | undefined {
  if (!isObject(body)) return body;
  const isOfItsType = (name: string, value: Json) => typeof value === typeof FREE_MEMBERS[name];
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      isOfItsType(name, value) ? (FREE_MEMBERS[name] ?? value) : value,
    ]),
  );
}

/**
 * Returns true for a text that every store keeps as it is: in NFKC form, without white space at its ends, and without
 * invisible characters.
 */
export function isKept(text: string): boolean {
  return (
    text.trim() === text && text.normalize("NFKC") === text && !/[^\P{C}\n\t\u200c\u200d]|[\p{Zl}\p{Zp}]/u.test(text)
  );
}
