import { BudgetReserved } from "../../client/inconclusive.ts";

/**
 * Returns a function that calls `make` once and returns its result to every caller: for resources that several checks
 * of a suite share.
 */
export function once<A extends readonly unknown[], T>(make: (...input: A) => Promise<T>): (...input: A) => Promise<T> {
  return oncePer(() => null, make);
}

/**
 * Returns a function that calls `make` once for each key, and returns its promise to every caller with that key, also
 * while it is pending and after it was rejected. It runs on behalf of the first caller: requests and assertions count
 * only there.
 */
export function oncePer<A extends readonly unknown[], T>(
  keyOf: (...input: A) => unknown,
  make: (...input: A) => Promise<T>,
): (...input: A) => Promise<T> {
  const results = new Map<unknown, Promise<T>>();
  return (...input) => sharedPromise(results, keyOf(...input), () => make(...input));
}

/**
 * Returns the promise kept under a key, or makes a new one. If the maker threw BudgetReserved, the next caller makes it
 * again.
 */
export async function sharedPromise<K, T>(promises: Map<K, Promise<T>>, key: K, make: () => Promise<T>): Promise<T> {
  const earlier = promises.get(key);
  const shared = earlier ?? make();
  promises.set(key, shared);
  try {
    return await shared;
  } catch (error) {
    if (!(error instanceof BudgetReserved)) throw error;
    if (promises.get(key) === shared) promises.delete(key);
    if (earlier === undefined) throw error;
    return sharedPromise(promises, key, make);
  }
}
