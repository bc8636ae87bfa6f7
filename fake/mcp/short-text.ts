import { isObject } from "../../spec/json.ts";

/** Most characters of one text in a result: a model requests the rest if it needs it. */
const LONGEST_TEXT = 2_000;
/** Most characters of a result. */
const LONGEST_RESULT = 20_000;

/**
 * Returns a response's data for a model: JSON without empty members, with long texts cut, and with as many items of
 * its lists as fit. It states what is missing.
 */
export function shortText(data: unknown): string {
  const short = withoutEmpty(data);
  const text = JSON.stringify(short) ?? "null";
  return text.length <= LONGEST_RESULT ? text : shortenedLists(short);
}

function withoutEmpty(value: unknown): unknown {
  if (typeof value === "string") return cut(value);
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member)] as const);
  // An empty list that was requested is information; an empty field is not.
  return Object.fromEntries(kept.filter(([name, member]) => hasValue(member) || Array.isArray(value[name])));
}

function hasValue(value: unknown): boolean {
  if (value === null || value === "") return false;
  return !isObject(value) || Object.keys(value).length > 0;
}

function cut(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const begin = text.slice(0, LONGEST_TEXT).replace(/[\ud800-\udbff]$/, "");
  return `${begin}… [${text.length - begin.length} more characters]`;
}

/** Returns the data with fewer items in its lists; the last are removed first. */
function shortenedLists(data: unknown): string {
  const lists = Array.isArray(data) ? [data] : Object.values(isObject(data) ? data : {}).filter(Array.isArray);
  const before = lists.map(({ length }) => length);
  let text = JSON.stringify(data);
  while (text.length > LONGEST_RESULT && lists.some(({ length }) => length > 1)) {
    for (const list of lists) list.splice(Math.max(1, Math.ceil(list.length * 0.8) - 1));
    text = JSON.stringify(data);
  }
  const total = before.reduce((sum, length) => sum + length, 0);
  const shown = lists.reduce((sum, { length }) => sum + length, 0);
  return `${text}\n(${shown} of ${total} items shown: request fewer with limit, or narrow the filters.)`;
}
