import type { Json } from "../spec/json.ts";
import { pointerTo, pointerTokens, valueAt } from "../spec/pointer.ts";

/** An item of a list in a response, and its place: a JSON pointer. */
export interface Item {
  readonly pointer: string;
  /** As JSON. */
  readonly text: string;
}

/** Returns the innermost list item that a pointer is in; null if it is in none, or the body is not complete JSON. */
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

/** Returns undefined for invalid JSON, since the body in a report may be cut. */
function parsed(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
}
