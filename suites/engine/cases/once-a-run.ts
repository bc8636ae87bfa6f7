import type { RunContext } from "../check/check.ts";

/** What is made of a run: at the first call, and the same for all who ask in that run. */
export function onceARun<Value>(make: (context: RunContext) => Value): (context: RunContext) => Value {
  const known = new WeakMap<RunContext, { readonly value: Value }>();
  return (context) => {
    const made = known.get(context) ?? { value: make(context) };
    known.set(context, made);
    return made.value;
  };
}
