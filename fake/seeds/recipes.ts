import { resolve } from "node:path";
import { OperatorError } from "../../spec/operator-error.ts";
import { packageFile } from "../../spec/package-root.ts";
import { REFERENCE, type Recipe } from "../populations.ts";
import { type CheckedSeed, checkSeed } from "./check-seed.ts";
import type { SeedData } from "./seed-data.ts";
import { extendReference, makeWorld } from "./world.ts";

/** The requested initial content of a fake. */
export interface SeedOptions {
  readonly demo?: boolean;
  readonly seedData?: SeedData | readonly SeedData[];
  readonly seedFiles?: readonly string[];
}

/**
 * Returns how the populations of a fake are created: the reference one, unless a seed replaces or extends it, and one
 * for each other seed.
 *
 * @throws OperatorError `SEED-…` for an invalid seed, and for seeds that cannot be combined.
 */
export async function recipesOf({ demo, seedData = [], seedFiles = [] }: SeedOptions): Promise<readonly Recipe[]> {
  const given = [seedData].flat();
  if (given.length + seedFiles.length === 0 && demo !== true) return [REFERENCE];
  const { readSeedFile } = await import("./seed-file.ts");
  const seeds = [
    ...(demo === true ? [readSeedFile("the demo", packageFile("fake", "seeds", "demo.yaml"))] : []),
    ...given.map(checkSeed),
    ...seedFiles.map((name) => readSeedFile(name, resolve(name))),
  ];
  const [extension, second] = seeds.filter(isExtension);
  const without = seeds.find(({ data }) => data.reference === false);
  const other = second ?? without;
  if (extension !== undefined && other !== undefined) throw contradiction(extension, other);
  const separate = seeds.filter((seed) => !isExtension(seed)).map(recipeOf);
  if (without !== undefined) return separate;
  return [extension === undefined ? REFERENCE : recipeOf(extension), ...separate];
}

function isExtension({ data }: CheckedSeed): boolean {
  return data.reference === "extended";
}

/** Returns the error for a seed that extends the reference population, if another one also does or leaves it out. */
function contradiction(extension: CheckedSeed, other: CheckedSeed): OperatorError {
  const [first, second] = [extension.file.name, other.file.name];
  return new OperatorError({
    code: "SEED-REFERENCE",
    message: isExtension(other)
      ? `${first} and ${second} both add to the reference population (reference: extended); one seed can.`
      : `${first} adds to the reference population, and ${second} leaves it out (reference: false).`,
    hint: `Remove reference from ${second}, which gives it a workspace of its own, or start without ${first}.`,
  });
}

/**
 * Returns how the world of a seed is created.
 *
 * @throws OperatorError `SEED-…` for an invalid seed.
 */
export function seedRecipe(data: SeedData): Recipe {
  return recipeOf(checkSeed(data));
}

function recipeOf(seed: CheckedSeed): Recipe {
  const { data } = seed;
  if (isExtension(seed)) {
    const make: Recipe["make"] = (service, copy) => extendReference(service, seed, copy);
    return { make, ownKey: false, seed: data };
  }
  const make: Recipe["make"] = (service, copy) => {
    const { workspace, apiKey, fixtures, seeded } = makeWorld(service, seed, copy);
    return { workspaces: [workspace], apiKey, fixtures, seeded };
  };
  return { make, ownKey: Object.values(data.agents)[0]?.key !== undefined, seed: data };
}
