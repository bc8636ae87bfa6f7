import type { Catalogue } from "../../spec/catalogue/requirements.ts";
import { GUARDS } from "./guards/all.ts";
import type { Mutation, Operator, Site } from "./model.ts";
import type { GuardLevel } from "./mutant.ts";
import { OPERATORS } from "./operators/all.ts";
import { findSites } from "./sites/all.ts";

/** An operator at a site where it breaks something. */
export interface Pair {
  readonly operator: Operator;
  readonly site: Site;
  readonly mutation: Mutation;
}

/** All mutants that there can be: pairs, and guards that each can have. */
export interface Space {
  readonly catalogue: Catalogue;
  readonly sites: readonly Site[];
  readonly pairs: readonly Pair[];
  /** Every guard with every level that makes sense at a site. */
  guardsAt(site: Site): readonly GuardLevel[];
}

let known: Promise<Space> | null = null;

/** Returns the space over the bundled document. */
export function mutantSpace(): Promise<Space> {
  known ??= makeSpace();
  return known;
}

async function makeSpace(): Promise<Space> {
  const { sites, catalogue } = await findSites();
  const pairs = OPERATORS.flatMap((operator) =>
    sites.flatMap((site) => {
      const mutation = operator.at(site);
      return mutation === null || isUnobservable(catalogue, mutation) ? [] : [{ operator, site, mutation }];
    }),
  );
  const guardsAt = (site: Site) =>
    GUARDS.filter((guard) => site.kind !== "bytes" || guard.values !== undefined).flatMap((guard) =>
      guard.levels(site).map((level) => ({ guard, level })),
    );
  return { catalogue, sites, pairs, guardsAt };
}

function isUnobservable(catalogue: Catalogue, { breaks }: Mutation): boolean {
  return catalogue.get(breaks)?.unobservable !== undefined;
}
