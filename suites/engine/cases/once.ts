/** Makes a thing at the first call and gives the same to all: what several checks of a suite share. */
export function once<A extends readonly unknown[], T>(make: (...input: A) => Promise<T>): (...input: A) => Promise<T> {
  return oncePer(() => null, make);
}

/**
 * Makes a thing at the first call for each key, and gives the same to all who call for that key: also while it is being
 * made, and also where making it has failed.
 */
export function oncePer<A extends readonly unknown[], T>(
  keyOf: (...input: A) => unknown,
  make: (...input: A) => Promise<T>,
): (...input: A) => Promise<T> {
  const known = new Map<unknown, Promise<T>>();
  return (...input) => {
    const key = keyOf(...input);
    const made = known.get(key) ?? make(...input);
    known.set(key, made);
    return made;
  };
}
