import type * as fc from "fast-check";
import { constant } from "fast-check";
import type { Facet } from "../facet.ts";
import { referenceToken } from "../references.ts";
import type { ValueContext } from "./context.ts";
import { formatNamed } from "./formats.ts";
import { matching } from "./pattern.ts";
import { text } from "./text.ts";

/** Texts of a facet: a token for an identifier, else by format, pattern and length. */
export function string(facet: Facet, context: ValueContext): fc.Arbitrary<string> | undefined {
  if (facet.reference !== null) {
    return context.available(facet.reference) ? constant(referenceToken(facet.reference)) : undefined;
  }
  const [format] = facet.formats;
  if (format !== undefined) return fitting(formatNamed(format).valid, facet);
  const base = text({ minLength: facet.minLength, maxLength: facet.maxLength, level: context.text });
  return fitting(base, facet);
}

function fitting(base: fc.Arbitrary<string>, facet: Facet): fc.Arbitrary<string> {
  if (facet.patterns.length === 0) return base;
  const range = facet.minLength > 0 || Number.isFinite(facet.maxLength) ? [lengthPattern(facet)] : [];
  return matching(base, [...facet.patterns, ...range]);
}

/** The length bounds as a pattern, so that texts made from another pattern are held to them too. */
function lengthPattern(facet: Facet): string {
  return `^[\\s\\S]{${facet.minLength},${Number.isFinite(facet.maxLength) ? facet.maxLength : ""}}$`;
}
