/** Where a number is higher than the one before it, by more than the tolerance; -1 where they fall, or stay, to the end. */
export function firstRise(numbers: readonly number[], tolerance = 0): number {
  return numbers.findIndex((number, index) => number > (numbers[index - 1] ?? Number.POSITIVE_INFINITY) + tolerance);
}
