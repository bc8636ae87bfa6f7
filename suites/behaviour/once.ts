/** Makes a thing at the first call and gives the same to all: what several checks of a suite share. */
export function once<A extends readonly unknown[], T>(make: (...input: A) => Promise<T>): (...input: A) => Promise<T> {
  let made: Promise<T> | null = null;
  return (...input) => {
    made ??= make(...input);
    return made;
  };
}
