/** What JSON text can say. */
export type Value = null | boolean | number | string | Value[] | Bag;

/** A JSON object. */
export type Bag = { [name: string]: Value };

/** The object without its members that are undefined: absent is how this server says "no value". */
export function bag(members: Record<string, Value | undefined>): Bag {
  const result: Bag = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) result[name] = value;
  return result;
}

/** True for an object that is neither null nor a list. */
export function isBag(value: unknown): value is Bag {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
