/** Returns a seed that depends only on the words: samples of one place do not change when another place changes. */
export function seedOf(...words: readonly string[]): number {
  let hash = 2166136261;
  for (const unit of words.join("\n")) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 16777619);
  return hash | 0;
}
