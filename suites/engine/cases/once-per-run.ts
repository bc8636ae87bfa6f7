import type { RunContext } from "../check/check.ts";

/** Returns a function that makes its value once for each run and returns it to every later call. */
export function oncePerRun<Value>(make: (context: RunContext) => Value): (context: RunContext) => Value {
  const known = new WeakMap<RunContext, { readonly value: Value }>();
  return (context) => {
    const cached = known.get(context) ?? { value: make(context) };
    known.set(context, cached);
    return cached.value;
  };
}
