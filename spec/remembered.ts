/**
 * The same function with a memory: what it makes of an owner (a document, a run) and an item is made once and kept as
 * long as the owner is. Both have to be enough to make it from; `keyOf` tells items apart.
 */
export function remembered<Owner extends object, Item, Value>(
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
