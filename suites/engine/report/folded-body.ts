import { isObject, type Json } from "../../../spec/json.ts";
import { pointerTokens } from "../../../spec/pointer.ts";

/** What a reader of a body looks for. */
export interface Focus {
  /** Place of the finding, a JSON pointer; "" for the whole. */
  readonly pointer: string;
  /** Characters that the texts of the finding have in common before they part; absent where none are compared. */
  readonly parting?: number;
}

/** Texts up to this length are never folded. */
const SHORT = 400;
/** Characters that are kept at the beginning of a text, before and behind the place where it parts, and at its end. */
const HEAD = 120;
const BEFORE = 60;
const BEHIND = 100;
const TAIL = 40;

/**
 * A body as JSON text that keeps to the limit where folding can do that: long texts are folded around the place where they part
 * from what was expected, then the items of lists around the one that the finding is about. Every value keeps its place.
 */
export function foldedBody(body: Json, limit: number, focus: Focus): string {
  const whole = JSON.stringify(body);
  if (whole.length <= limit) return whole;
  const folded = foldTexts(body, focus.parting);
  const text = JSON.stringify(folded);
  return text.length <= limit ? text : JSON.stringify(foldLists(folded, pointerTokens(focus.pointer)));
}

function foldTexts(value: Json, parting: number | undefined): Json {
  if (typeof value === "string") return foldedText(value, parting);
  return mapMembers(value, (member) => foldTexts(member, parting));
}

/** The items of lists, but for the one on the way to the place; what is not a list or object stays. */
function foldLists(value: Json, way: readonly string[]): Json {
  if (!Array.isArray(value))
    return mapMembers(value, (member, name) => foldLists(member, name === way[0] ? way.slice(1) : []));
  const pointed = way[0] === undefined ? 0 : Number(way[0]);
  const shown = value.slice(0, Math.max(pointed, 0) + 1);
  const items = shown.map((item, index) => (index === pointed ? foldLists(item, way.slice(1)) : outline(item)));
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

/** A long text with its beginning, what stands around the place where it parts, and its end. */
export function foldedText(text: string, parting: number | undefined): string {
  if (text.length <= SHORT) return text;
  const characters = [...text];
  const end = characters.length;
  const ranges: [number, number][] = [[0, HEAD]];
  if (parting !== undefined && parting < end) ranges.push([parting - BEFORE, parting + BEHIND]);
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
