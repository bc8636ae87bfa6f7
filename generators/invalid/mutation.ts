import type { Schema } from "../../spec/document/model.ts";
import type { Json } from "../../spec/json.ts";
import type { Facet } from "../facet.ts";
import { MAX_SENT_SIZE } from "../max-sent-size.ts";
import type { Site } from "../sites.ts";

/** One change of a valid request that breaks one keyword of one site. */
export interface Edit {
  /** The new value of the site; undefined removes it. */
  readonly after: Json | undefined;
  /** In words, with the numbers: `one more than 100`. */
  readonly description: string;
  /** Steps below the site to the changed value; empty for the site itself. */
  readonly below?: readonly string[];
}

/** The input that a mutation may use. */
export interface MutationContext {
  /** The value of the site in the valid request. */
  readonly before: Json;
  /** The facets of the site's safe values. */
  readonly facets: readonly Facet[];
  /**
   * Returns one plain value of the site without some of its keywords, matching a further schema; undefined if there is
   * none.
   */
  readonly sample: (without: readonly string[], further: Schema) => Json | undefined;
}

/** One way of breaking a rule. */
export interface Mutation {
  /** Permanent name: `too-long`. */
  readonly name: string;
  /** The keyword it breaks. */
  readonly keyword: string;
  /**
   * Returns the edits to try at a site whose rules have the keyword. Edits that break more than it, or nothing, are
   * dropped later.
   */
  readonly edits: (site: Site, context: MutationContext) => Edit[];
  /** Returns schemas of random values that break it, for keywords with a range of such values. */
  readonly random?: (site: Site) => RandomBreak[];
}

/** A schema whose values break a keyword, and the keywords of the site that contradict it. */
export interface RandomBreak {
  readonly without: readonly string[];
  readonly further: Schema;
  readonly description: string;
}

/** Returns the number of a keyword of the site. */
export function bound(site: Site, keyword: string): number {
  const value = site.rules[keyword];
  return typeof value === "number" ? value : Number.NaN;
}

/** Returns the sizes that can be sent without a rejection for the size of the request. */
export function sendable(sizes: readonly number[]): number[] {
  return sizes.filter((size) => size <= MAX_SENT_SIZE);
}
