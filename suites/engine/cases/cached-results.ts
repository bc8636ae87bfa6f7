import type { Json } from "../../../spec/json.ts";
import type { RunContext } from "../check/check.ts";
import { oncePer } from "./once.ts";
import { oncePerRun } from "./once-per-run.ts";

type Ask<C, A extends readonly unknown[], T> = (check: C, ...input: A) => Promise<T>;

/** Returns the function with its results cached for the whole run, one per key. */
export function cachedPerRun<C extends { readonly context: RunContext }, A extends readonly unknown[], T>(
  keyOf: (...input: A) => unknown,
  ask: Ask<C, A, T>,
): Ask<C, A, T> {
  const known = oncePerRun(() => oncePer((_check: C, ...input: A) => keyOf(...input), ask));
  return (check, ...input) => known(check.context)(check, ...input);
}

/**
 * Returns a function for repeated attempts: each input gets the cached result the first time and a new one after that.
 */
export function cachedAtFirst<C, A extends readonly Json[], T>(known: Ask<C, A, T>, anew: Ask<C, A, T>): Ask<C, A, T> {
  const asked = new Set<string>();
  return (check, ...input) => {
    const key = JSON.stringify(input);
    const ask = asked.has(key) ? anew : known;
    asked.add(key);
    return ask(check, ...input);
  };
}
