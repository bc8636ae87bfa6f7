/** A reproducible source of choices: the same seed gives the same sequence. */
export interface Prng {
  /** Returns a number in [0, 1). */
  roll(): number;
  /** Returns a whole number in [0, sides). */
  below(sides: number): number;
  pick<T>(options: readonly [T, ...T[]]): T;
  chance(probability: number): boolean;
}

/** Prng for a seed (mulberry32: small, fast, good enough to vary a server). */
export function createPrng(seed: number): Prng {
  let state = (Math.trunc(seed) ^ 0x9e3779b9) >>> 0;
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (sides: number) => Math.floor(roll() * sides);
  return {
    roll,
    below,
    pick: (options) => options[below(options.length)] ?? options[0],
    chance: (probability) => roll() < probability,
  };
}
