/** A seed for one check, from that of the run and the check's own name: adding a check changes no other's values. */
export function seedFor(runSeed: number, name: string): number {
  let hash = 0x811c9dc5 ^ runSeed;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return hash & 0x7fffffff;
}
