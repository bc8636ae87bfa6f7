/**
 * Returns the candidate that a person most likely meant by `word`, or null if none is close.
 *
 * Close means at most two typing errors (three in words of nine letters and more), ignoring case, or one is a prefix
 * of the other.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const wanted = word.toLowerCase();
  const allowed = wanted.length >= 9 ? 3 : wanted.length >= 4 ? 2 : 1;
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const distance = closeness(wanted, candidate.toLowerCase(), allowed);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return bestDistance <= allowed ? best : null;
}

/** `did you mean "X"?` with a leading blank, or nothing when no candidate is close. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const found = nearest(word, candidates);
  return found === null ? "" : ` Did you mean "${found}"?`;
}

/** Returns the edit distance. A common prefix counts as close however long the rest is. */
function closeness(wanted: string, candidate: string, allowed: number): number {
  const distance = editDistance(wanted, candidate, allowed);
  if (distance <= allowed) return distance;
  const prefixed = wanted.length >= 3 && (candidate.startsWith(wanted) || wanted.startsWith(candidate));
  return prefixed && candidate.length >= 3 ? allowed : distance;
}

/**
 * Returns the number of insertions, deletions, replacements and swaps of neighbours; infinity if the lengths differ by
 * more than `limit`.
 */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = at(last, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
      let cheapest = Math.min(replaced, at(last, column) + 1, at(current, column - 1) + 1);
      const swapped = row > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) cheapest = Math.min(cheapest, at(beforeLast, column - 2) + 1);
      current.push(cheapest);
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, right.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
