import { isObject, type Json } from "../../../spec/json.ts";
import { pointerTokens } from "../../../spec/pointer.ts";

/** The part of a body that a reader looks for. */
export interface FindingPosition {
  /** JSON pointer to the finding; "" for the whole body. */
  readonly pointer: string;
  /**
   * The number of characters that the compared texts of the finding have in common at their start; absent if none are
   * compared.
   */
  readonly firstDifference?: number;
}

/** Texts up to this length are never shortened. */
const SHORT = 400;
/** Characters that are kept at the start of a text, before and after the first difference, and at its end. */
const HEAD = 120;
const BEFORE = 60;
const BEHIND = 100;
const TAIL = 40;

/**
 * Returns a body as JSON text within the limit if shortening can achieve that: first long texts are shortened around the
 * place where they differ from the expected ones, then lists around the item of the finding. Every value keeps its
 * place.
 */
export function shortenedBody(body: Json, limit: number, focus: FindingPosition): string {
  const whole = JSON.stringify(body);
  if (whole.length <= limit) return whole;
  const shortened = shortenTexts(body, focus.firstDifference);
  const text = JSON.stringify(shortened);
  return text.length <= limit ? text : JSON.stringify(shortenLists(shortened, pointerTokens(focus.pointer)));
}

function shortenTexts(value: Json, firstDifference: number | undefined): Json {
  if (typeof value === "string") return shortenedText(value, firstDifference);
  return mapMembers(value, (member) => shortenTexts(member, firstDifference));
}

/** Shortens the items of lists, except for the one on the path to the finding. Other values are kept. */
function shortenLists(value: Json, way: readonly string[]): Json {
  if (!Array.isArray(value))
    return mapMembers(value, (member, name) => shortenLists(member, name === way[0] ? way.slice(1) : []));
  const pointed = way[0] === undefined ? 0 : Number(way[0]);
  const shown = value.slice(0, Math.max(pointed, 0) + 1);
  const items = shown.map((item, index) => (index === pointed ? shortenLists(item, way.slice(1)) : outline(item)));
  const left = value.length - shown.length;
  return left > 0 ? [...items, `… ${left} more items`] : items;
}

function outline(item: Json): Json {
  return JSON.stringify(item).length <= 40 ? item : "…";
}

function mapMembers(value: Json, change: (member: Json, name: string) => Json): Json {
  if (Array.isArray(value)) return value.map((item, index) => change(item, String(index)));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member, name)]));
}

/** Returns a long text reduced to its start, the part around the first difference, and its end. */
export function shortenedText(text: string, firstDifference: number | undefined): string {
  if (text.length <= SHORT) return text;
  const characters = [...text];
  const end = characters.length;
  const ranges: [number, number][] = [[0, HEAD]];
  if (firstDifference !== undefined && firstDifference < end)
    ranges.push([firstDifference - BEFORE, firstDifference + BEHIND]);
  ranges.push([end - TAIL, end]);
  let shown = "";
  let at = 0;
  for (const [from, to] of ranges) {
    const start = Math.max(from, at);
    if (start > at) shown += `… (${(start - at).toLocaleString("en-US")} characters) …`;
    shown += characters.slice(start, to).join("");
    at = Math.max(at, Math.min(to, end));
  }
  return shown;
}
