import type { Json } from "../../../spec/json.ts";

/** One way in which a server changes a value that it stores, compares or shows. */
export interface NamedEdit<T> {
  /** As it is in an id: `cut-255`. */
  readonly name: string;
  /** Its effect in a few words. */
  readonly title: string;
  readonly edit: (value: T) => T;
}

export const named = <T>(name: string, title: string, edit: (value: T) => T): NamedEdit<T> => ({ name, title, edit });

/** Returns a value with an edit applied to all inner values, at every depth, and then to itself. */
export function atEveryDepth(value: Json, edit: (value: Json) => Json): Json {
  if (Array.isArray(value)) return edit(value.map((item) => atEveryDepth(item, edit)));
  if (typeof value !== "object" || value === null) return edit(value);
  return edit(
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, atEveryDepth(member ?? null, edit)])),
  );
}
