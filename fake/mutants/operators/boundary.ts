import type { Operator } from "../model.ts";
import { rulePatch } from "./rule-operator.ts";

/** What a rule compares with a bound. */
const COMPARED: Readonly<Record<string, (given: unknown) => unknown>> = {
  "memories.recall.minConfidence": (memory) => (memory as { readonly confidence: number }).confidence,
  "memories.recall.minSimilarity": (similarity) => similarity,
  "memories.filters.createdFrom": (stored) => (stored as { readonly madeAt: number }).madeAt,
  "memories.filters.createdTo": (stored) => (stored as { readonly madeAt: number }).madeAt,
};

/** Decides the other way at the bound itself. */
export const boundary: Operator = {
  name: "boundary",
  title: "lets in, or keeps out, what is exactly at a bound",
  at: (site) => {
    if (site.kind !== "rule" || site.claims.boundary === undefined) return null;
    const compared = COMPARED[site.path.join(".")];
    const usual = site.value as (given: unknown, bound: unknown) => boolean;
    if (compared === undefined) return null;
    const rule = (given: unknown, bound: unknown) => usual(given, bound) !== (compared(given) === bound);
    return { breaks: site.claims.boundary, plant: ({ applies, confined }) => confined(rulePatch(site, rule, applies)) };
  },
};
