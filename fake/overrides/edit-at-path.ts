import { isObject, type Json } from "../../spec/json.ts";

/** Stands for "take the member away" as the outcome of an edit. */
export const REMOVED = Symbol("gone");

/** Returns the new value, or {@link REMOVED}. */
export type Edit = (value: Json) => Json | typeof REMOVED;

/**
 * Edits the values at a path of a JSON value in place: `data.messages[].rank` names the rank of every message. A path
 * that leads nowhere has no effect; an absent last member can be set.
 */
export function editAt(root: Json, path: string, edit: Edit): void {
  const segments = path.split(".").flatMap((part) => (part.endsWith("[]") ? [part.slice(0, -2), "[]"] : [part]));
  walk(root, segments, edit);
}

function walk(value: Json | undefined, [first, ...rest]: readonly string[], edit: Edit): void {
  if (first === undefined) return;
  if (first === "[]") {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) step(value, index, item, rest, edit);
  } else if (isObject(value)) {
    step(value, first, value[first], rest, edit);
  }
}

type Holder = { [key: string | number]: Json };

function step(
  holder: Json[] | Holder,
  key: string | number,
  value: Json | undefined,
  rest: readonly string[],
  edit: Edit,
): void {
  if (rest.length > 0) {
    walk(value, rest, edit);
    return;
  }
  const edited = edit(value ?? null);
  const target = holder as Holder;
  if (edited === REMOVED) delete target[key];
  else target[key] = edited;
}
