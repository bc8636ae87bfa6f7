import type { Schema } from "../../spec/document/model.ts";
import type { Json } from "../../spec/json.ts";
import type { Facet } from "../facet.ts";
import { SENDABLE } from "../sendable.ts";
import type { Site } from "../sites.ts";

/** One change of a valid request that breaks one keyword of one site. */
export interface Edit {
  /** The value that the site gets; undefined takes it out. */
  readonly after: Json | undefined;
  /** In words, with the numbers: `one more than 100`. */
  readonly description: string;
  /** Steps below the site where the value is put; empty for the site itself. */
  readonly below?: readonly string[];
}

/** What a mutation may look at and draw from. */
export interface MutationContext {
  /** The value that is at the site in the valid twin. */
  readonly before: Json;
  /** The facets of the site's safe values. */
  readonly facets: readonly Facet[];
  /** One plain value of the site without some of its keywords, matching a further schema; undefined where there is none. */
  readonly sample: (without: readonly string[], further: Schema) => Json | undefined;
}

/** One way of breaking a rule. */
export interface Mutation {
  /** Permanent name: `too-long`. */
  readonly name: string;
  /** The keyword it breaks. */
  readonly keyword: string;
  /** The edits to try at a site whose rules hold the keyword; those that break more than it, or nothing, are dropped later. */
  readonly edits: (site: Site, context: MutationContext) => Edit[];
  /** Schemas of random values that break it, where bounds say more than single values: what to leave out, what to ask for. */
  readonly random?: (site: Site) => RandomBreak[];
}

/** A schema whose values break a keyword, and the keywords of the site that it stands against. */
export interface RandomBreak {
  readonly without: readonly string[];
  readonly further: Schema;
  readonly description: string;
}

/** The number that a keyword of the site states. */
export function bound(site: Site, keyword: string): number {
  const value = site.rules[keyword];
  return typeof value === "number" ? value : Number.NaN;
}

/** The sizes that can be sent without the size of the whole request becoming the reason of a rejection. */
export function sendable(sizes: readonly number[]): number[] {
  return sizes.filter((size) => size <= SENDABLE);
}
