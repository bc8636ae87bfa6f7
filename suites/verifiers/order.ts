/** Where a number is higher than the one before it; -1 where they fall, or stay, to the end. */
export function firstRise(numbers: readonly number[]): number {
  return numbers.findIndex((number, index) => number > (numbers[index - 1] ?? Number.POSITIVE_INFINITY));
}
