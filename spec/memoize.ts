/**
 * Returns the function with a cache: the value for an owner (a document, a run) and an item is made once and kept as
 * long as the owner exists. It must depend on these two only; `keyOf` distinguishes items.
 */
export function memoize<Owner extends object, Item, Value>(
  make: (owner: Owner, item: Item) => Value,
  keyOf: (item: Item) => unknown,
): (owner: Owner, item: Item) => Value {
  const memory = new WeakMap<Owner, Map<unknown, Value>>();
  return (owner, item) => {
    const values = memory.get(owner) ?? new Map<unknown, Value>();
    memory.set(owner, values);
    const key = keyOf(item);
    if (!values.has(key)) values.set(key, make(owner, item));
    return values.get(key) as Value;
  };
}
