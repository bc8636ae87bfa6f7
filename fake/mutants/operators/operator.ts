import type { Change } from "../../overrides/changes.ts";
import type { Conditions, Operator, Site } from "../model.ts";

/** The sites of some kinds. */
export type SiteOf<Kind extends Site["kind"]> = Extract<Site, { readonly kind: Kind }>;

/**
 * The requirement that an operator breaks: one for all, by the ids of its sites, or as each site states; none if it
 * does not apply.
 */
export type Claim<Kind extends Site["kind"]> =
  | string
  | Readonly<Record<string, string>>
  | ((site: SiteOf<Kind>) => string | null | undefined);

/** The effect of an operator in a few words, at all its sites or as each site states. */
type Title<Kind extends Site["kind"]> = string | ((site: SiteOf<Kind>) => string);

/** Creates an operator at sites of some kinds, whose change applies only where the guards allow it. */
export const operatorAt = <Kind extends Site["kind"]>(
  kinds: Kind | readonly Kind[],
  name: string,
  title: Title<Kind>,
  claim: Claim<Kind>,
  change: (site: SiteOf<Kind>, conditions: Conditions) => Change,
): Operator =>
  unconfinedOperatorAt(kinds, name, title, claim, (site, conditions) => conditions.confined(change(site, conditions)));

/** Creates an operator that limits only a part of its change by the guards, since it records data of every call. */
export const unconfinedOperatorAt = <Kind extends Site["kind"]>(
  kinds: Kind | readonly Kind[],
  name: string,
  title: Title<Kind>,
  claim: Claim<Kind>,
  plant: (site: SiteOf<Kind>, conditions: Conditions) => Change,
): Operator => ({
  name,
  at: (site) => {
    if (!isOneOf(kinds, site)) return null;
    const breaks = claimAt(claim, site) ?? null;
    if (breaks === null) return null;
    const effect = typeof title === "string" ? title : title(site);
    return { title: effect, breaks, plant: (conditions) => plant(site, conditions) };
  },
});

const isOneOf = <Kind extends Site["kind"]>(kinds: Kind | readonly Kind[], site: Site): site is SiteOf<Kind> =>
  [kinds].flat().some((kind) => kind === site.kind);

function claimAt<Kind extends Site["kind"]>(claim: Claim<Kind>, site: SiteOf<Kind>) {
  if (typeof claim === "string") return claim;
  return typeof claim === "function" ? claim(site) : claim[site.id];
}

/** Operators that are drawn as often together as another one is by itself. */
export const inFamily = (family: string, operators: readonly Operator[]): readonly Operator[] =>
  operators.map((operator) => ({ ...operator, family }));
