import { LeftForOthers } from "../../client/unanswered.ts";

/** Makes a thing at the first call and gives the same to all: what several checks of a suite share. */
export function once<A extends readonly unknown[], T>(make: (...input: A) => Promise<T>): (...input: A) => Promise<T> {
  return oncePer(() => null, make);
}

/**
 * Makes a thing at the first call for each key, and gives the same to all who call for that key: also while it is being
 * made, and also where making it has failed. It is made on behalf of the first caller: requests and what is witnessed count
 * there alone.
 */
export function oncePer<A extends readonly unknown[], T>(
  keyOf: (...input: A) => unknown,
  make: (...input: A) => Promise<T>,
): (...input: A) => Promise<T> {
  const made = new Map<unknown, Promise<T>>();
  return (...input) => sharing(made, keyOf(...input), () => make(...input));
}

/** What is kept under a key, made where there is nothing yet; what one caller has to leave to others is made by the next. */
export async function sharing<K, T>(made: Map<K, Promise<T>>, key: K, make: () => Promise<T>): Promise<T> {
  const earlier = made.get(key);
  const thing = earlier ?? make();
  made.set(key, thing);
  try {
    return await thing;
  } catch (error) {
    if (!(error instanceof LeftForOthers)) throw error;
    if (made.get(key) === thing) made.delete(key);
    if (earlier === undefined) throw error;
    return sharing(made, key, make);
  }
}
