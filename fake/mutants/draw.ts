import { groupBy } from "../../spec/group-by.ts";
import { createRandom, type Random } from "../runtime/random.ts";
import { isCompatible } from "./is-compatible.ts";
import type { GuardLevel, Mutant } from "./mutant.ts";
import { mutantAt } from "./mutant.ts";
import { mutantSpace, type Pair, type Space } from "./space.ts";

/** Maximum number of guards of a random mutant. */
const MOST_GUARDS = 3;

/**
 * Draws this many mutants, each once: equal numbers with no, one, two and three guards; within these, every family of
 * operators equally often, as far as it has enough sites.
 */
export async function drawMutants(count: number, seed: number): Promise<readonly Mutant[]> {
  const space = await mutantSpace();
  const random = createRandom(seed);
  const byOperator = groupBy(
    space.pairs.filter(({ operator }) => operator.drawn !== false),
    ({ operator }) => operator.family ?? operator.name,
  );
  const names = [...byOperator.keys()];
  const drawn = new Map<string, Mutant>();
  for (let index = 0, tries = 0; drawn.size < count && tries < count * 50; tries++) {
    const guards = index % (MOST_GUARDS + 1);
    const pairs = byOperator.get(pick(names, random) ?? "") ?? [];
    const mutant = drawAt(space, pick(pairs, random), guards, random);
    if (mutant === null || drawn.has(mutant.id)) continue;
    drawn.set(mutant.id, mutant);
    index++;
  }
  return [...drawn.values()];
}

/** Returns a mutant of a pair with this many guards of different kinds; null if the site does not have that many. */
function drawAt(space: Space, pair: Pair | undefined, count: number, random: Random): Mutant | null {
  if (pair === undefined) return null;
  const byGuard = groupBy(space.guardsAt(pair.site), ({ guard }) => guard.name);
  const guards: GuardLevel[] = [];
  while (guards.length < count) {
    const name = pick([...byGuard.keys()], random);
    const level = name === undefined ? undefined : pick(byGuard.get(name) ?? [], random);
    if (name === undefined || level === undefined) return null;
    byGuard.delete(name);
    if (isCompatible(level, pair, guards)) guards.push(level);
  }
  return mutantAt({ ...pair, guards });
}

function pick<T>(items: readonly T[], random: Random): T | undefined {
  return items[Math.floor(random.fraction() * items.length)];
}
