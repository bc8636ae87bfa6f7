import { resolve } from "node:path";
import { REFERENCE, type Recipe } from "../populations.ts";
import { type CheckedSeed, checkSeed } from "./check.ts";
import type { SeedData } from "./seed-data.ts";
import { makeWorld } from "./world.ts";

/** The worlds that a fake is asked to begin with. */
export interface SeedOptions {
  readonly seedData?: SeedData | readonly SeedData[];
  readonly seedFiles?: readonly string[];
}

/**
 * How the populations of a fake are made: the reference one, unless a seed takes its place, and one for each seed.
 *
 * @throws OperatorError `SEED-…` for a seed that is none.
 */
export async function recipesOf({ seedData = [], seedFiles = [] }: SeedOptions): Promise<readonly Recipe[]> {
  const given = [seedData].flat();
  if (given.length + seedFiles.length === 0) return [REFERENCE];
  const { readSeedFile } = await import("./file.ts");
  const seeds = [...given.map(checkSeed), ...seedFiles.map((name) => readSeedFile(name, resolve(name)))];
  const recipes = seeds.map(recipeOf);
  return seeds.every(({ data }) => data.reference !== false) ? [REFERENCE, ...recipes] : recipes;
}

/**
 * How the world of a seed is made.
 *
 * @throws OperatorError `SEED-…` for a seed that is none.
 */
export function seedRecipe(data: SeedData): Recipe {
  return recipeOf(checkSeed(data));
}

function recipeOf(seed: CheckedSeed): Recipe {
  const make: Recipe["make"] = (service, copy) => {
    const { workspace, apiKey, fixtures, seeded } = makeWorld(service, seed, copy);
    return { workspaces: [workspace], apiKey, fixtures, seeded };
  };
  return { make, ownKey: Object.values(seed.data.agents)[0]?.key !== undefined, seed: seed.data };
}
