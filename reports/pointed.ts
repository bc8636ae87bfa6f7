import type { Json } from "../spec/json.ts";
import { pointerTo, pointerTokens, valueAt } from "../spec/pointer.ts";

/** An item of a list in a response, and its place: a JSON pointer. */
export interface Item {
  readonly pointer: string;
  /** As JSON. */
  readonly text: string;
}

/** The innermost item of a list that a pointer leads into; null where it leads into none, or the body is no whole JSON. */
export function pointedItem(body: string, pointer: string): Item | null {
  const root = parsed(body);
  if (root === undefined) return null;
  let found: { readonly pointer: string; readonly item: Json } | null = null;
  let place = "";
  for (const token of pointerTokens(pointer)) {
    const list = valueAt(root, place);
    place = pointerTo(place, token);
    const item = Array.isArray(list) ? valueAt(root, place) : undefined;
    if (item !== undefined) found = { pointer: place, item };
  }
  return found && { pointer: found.pointer, text: JSON.stringify(found.item) };
}

/** What a report holds of a body may be cut off. */
function parsed(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
}
