import type { RunContext } from "../check/check.ts";

/** What is made of a run: at the first call, and the same for all who ask in that run. */
export function onceARun<Value>(make: (world: RunContext) => Value): (world: RunContext) => Value {
  const known = new WeakMap<RunContext, { readonly value: Value }>();
  return (world) => {
    const made = known.get(world) ?? { value: make(world) };
    known.set(world, made);
    return made.value;
  };
}
