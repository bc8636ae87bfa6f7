/**
 * Returns a seed for one check, from that of the run and the name of the check: adding a check does not change the
 * values of others.
 */
export function seedFor(runSeed: number, name: string): number {
  let hash = 0x811c9dc5 ^ runSeed;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return hash & 0x7fffffff;
}
