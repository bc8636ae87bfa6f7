/** Returns the index of the first number that exceeds the previous one by more than the tolerance; -1 if none does. */
export function firstRise(numbers: readonly number[], tolerance = 0): number {
  return numbers.findIndex((number, index) => number > (numbers[index - 1] ?? Number.POSITIVE_INFINITY) + tolerance);
}
