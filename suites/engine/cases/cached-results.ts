import type { Json } from "../../../spec/json.ts";
import type { RunContext } from "../check/check.ts";
import { oncePer } from "./once.ts";
import { oncePerRun } from "./once-per-run.ts";

type Request<C, A extends readonly unknown[], T> = (check: C, ...input: A) => Promise<T>;

/** Returns the function with its results cached for the whole run, one per key. */
export function cachedPerRun<C extends { readonly context: RunContext }, A extends readonly unknown[], T>(
  keyOf: (...input: A) => unknown,
  request: Request<C, A, T>,
): Request<C, A, T> {
  const cached = oncePerRun(() => oncePer((_check: C, ...input: A) => keyOf(...input), request));
  return (check, ...input) => cached(check.context)(check, ...input);
}

/**
 * Returns a function for repeated attempts: each input gets the cached result the first time and a new one after that.
 */
export function cachedAtFirst<C, A extends readonly Json[], T>(
  cached: Request<C, A, T>,
  fresh: Request<C, A, T>,
): Request<C, A, T> {
  const repeated = new Set<string>();
  return (check, ...input) => {
    const key = JSON.stringify(input);
    const request = repeated.has(key) ? fresh : cached;
    repeated.add(key);
    return request(check, ...input);
  };
}
