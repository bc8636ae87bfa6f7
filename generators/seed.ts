/** A seed that depends on the words alone: what is sampled at one place does not move when another place changes. */
export function seedOf(...words: readonly string[]): number {
  let hash = 2166136261;
  for (const unit of words.join("\n")) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 16777619);
  return hash | 0;
}
