import { OperatorError } from "../spec/operator-error.ts";
import type { Fixtures } from "../spec/target-file.ts";
import { populate } from "./fixtures/population.ts";
import type { SeedData, Seeded } from "./seeds/seed-data.ts";
import type { ApiKey, Service } from "./service.ts";
import type { Workspace } from "./workspace.ts";

/** A workspace for a client, and the workspaces that were created with it (a neighbour, one with an exhausted plan …). */
export interface Population {
  /** The agent's own workspace. */
  readonly id: string;
  /** Ids of all its workspaces, the agent's own first. */
  readonly workspaceIds: readonly string[];
  /** Key of the agent that the fixtures are for. */
  readonly apiKey: string;
  readonly fixtures: Fixtures;
  /** How it was created, to create it again; null if unknown. */
  readonly origin: Origin | null;
  /** The ids and keys of its seed; absent without one. */
  readonly seeded?: Seeded;
  /** The seed that it was created from, and is created from again by a reset; absent without one. */
  readonly seed?: SeedData;
}

/** A function that creates a population. */
export interface Recipe {
  /** Makes it; `copy` is true for any but the first made so. */
  make(
    service: Service,
    copy: boolean,
  ): { readonly workspaces: readonly Workspace[] } & Pick<Population, "apiKey" | "fixtures" | "seeded">;
  /** True if its agent gets a key of the user's own. */
  readonly ownKey: boolean;
  /** The seed that it follows; absent in the reference's. */
  readonly seed?: SeedData;
}

/** The reference population. */
export const REFERENCE: Recipe = { make: (service) => populate(service), ownKey: false };

/** All populations of a fake. */
export interface Populations {
  /** Returns the fake's own population, created at first use. */
  first(): Population;
  all(): readonly Population[];
  /** Returns the population of a workspace. */
  of(workspaceId: string): Population | undefined;
  /** Creates another population, which shares nothing with the others. */
  create(recipe?: Recipe): Population;
  /** Restores the initial state of one: the same ids and keys, fresh content. */
  reset(population: Population): void;
  remove(population: Population): void;
  /**
   * Adds a population whose workspaces and keys the service already has, replacing one of the same id; a reset creates
   * it by the recipe, if it has its own.
   */
  adopt(population: Population, recipe?: Recipe): void;
}

/** The creation of a population, to create it again. */
export interface Origin {
  readonly number: number;
  /** Which of the fake's recipes. */
  readonly recipe: number;
  /** Instant that the ids carry. */
  readonly bornAt: number;
}

/** Returns a service with separate ids and randomness; its resources are part of the fake. */
export type Fork = (name: string, bornAt: number) => Service;

/** Creates the populations of a service; each has its own random seed, so that no other one changes it. */
export function createPopulations(
  service: Service,
  fork: Fork,
  recipes: readonly Recipe[],
  firstKey: string | undefined,
): Populations {
  const all: Population[] = [];
  /** Recipes of populations that were created from a seed. */
  const ownRecipes = new Map<string, Recipe>();
  let made = 0;
  const newOrigin = (recipe: number): Origin => ({ number: made++, recipe, bornAt: service.clock.now() });
  const make = (origin: Origin, own?: Recipe): Population => {
    const { number, bornAt } = origin;
    const recipe = own ?? recipes[origin.recipe] ?? recipes[0] ?? REFERENCE;
    const made = recipe.make(fork(`workspace-${number}`, bornAt), number >= recipes.length);
    const { apiKey, fixtures, seeded } = made;
    const workspaceIds = made.workspaces.map(({ id }) => id);
    const population: Population = {
      ...{ id: workspaceIds[0] ?? "", workspaceIds, apiKey, fixtures, origin },
      ...(seeded === undefined ? {} : { seeded }),
      ...(recipe.seed === undefined ? {} : { seed: recipe.seed }),
    };
    if (recipe.seed !== undefined) ownRecipes.set(population.id, recipe);
    return number === 0 && firstKey !== undefined && !recipe.ownKey
      ? withKey(service, population, firstKey)
      : population;
  };
  const create = (recipe: number, own?: Recipe) => {
    const population = make(newOrigin(recipe), own);
    all.push(population);
    return population;
  };
  const put = (population: Population, before: Population) => {
    const index = all.findIndex(({ id }) => id === before.id);
    if (index === -1) all.push(population);
    else all[index] = population;
  };
  const first = () => {
    if (all.length === 0) for (const recipe of recipes.keys()) create(recipe);
    return all[0] ?? create(0);
  };
  return {
    first,
    create: (own) => {
      first();
      if (all.length >= MAX_POPULATIONS) throw tooMany();
      return create(0, own);
    },
    all: () => all,
    of: (workspaceId) => all.find(({ workspaceIds }) => workspaceIds.includes(workspaceId)),
    reset: (population) => {
      const issued = removeContent(service, population);
      put(make(population.origin ?? newOrigin(0), ownRecipes.get(population.id)), population);
      keepKeys(service, issued);
    },
    remove: (population) => {
      removeContent(service, population);
      ownRecipes.delete(population.id);
      all.splice(
        all.findIndex(({ id }) => id === population.id),
        1,
      );
    },
    adopt: (population, recipe) => {
      if (recipe === undefined) ownRecipes.delete(population.id);
      else ownRecipes.set(population.id, recipe);
      made = Math.max(made, (population.origin?.number ?? -1) + 1);
      put(population, population);
    },
  };
}

/** Far more than tests create at the same time: beyond it, unused ones are probably not deleted. */
const MAX_POPULATIONS = 4_000;

function tooMany() {
  return new OperatorError({
    code: "FAKE-TOO-MANY-WORKSPACES",
    message: `The fake holds ${MAX_POPULATIONS} workspaces, the most that it can hold.`,
    hint: "Delete those that tests are done with (DELETE /_fake/workspaces/ID), or start the fake again.",
  });
}

/** Takes workspaces and keys away; returns the keys. */
function removeContent({ workspaces, keys }: Service, { workspaceIds }: Population): readonly ApiKey[] {
  for (const id of workspaceIds) workspaces.delete(id);
  const issued = [...keys.values()].filter(({ workspace }) => workspaceIds.includes(workspace.id));
  for (const { key } of issued) keys.delete(key);
  return issued;
}

/** Keys that were issued since outlive a reset, when their agents do. */
function keepKeys({ workspaces, keys }: Service, issued: readonly ApiKey[]): void {
  for (const { key, workspace, agent } of issued) {
    const again: Workspace | undefined = workspaces.get(workspace.id);
    const same = again?.directory.agents.get(agent.id);
    if (again !== undefined && same !== undefined) keys.set(key, { key, workspace: again, agent: same });
  }
}

/** Replaces the random key of the population's own agent by a requested one. */
function withKey({ keys }: Service, population: Population, apiKey: string): Population {
  const issued = keys.get(population.apiKey);
  if (issued === undefined) return population;
  keys.delete(population.apiKey);
  keys.set(apiKey, { ...issued, key: apiKey });
  return { ...population, apiKey };
}
