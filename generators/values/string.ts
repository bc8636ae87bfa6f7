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
  const { minLength, maxLength, patterns } = facet;
  if (format !== undefined) return matching([formatNamed(format).valid], patterns, facet, `format ${format}`);
  if (patterns.length === 0) return text({ minLength, maxLength, level: context.text });
  const tests = patterns.map((pattern) => new RegExp(pattern, "u"));
  const bases = (context.text === "rich" ? (["rich", "plain"] as const) : (["plain"] as const)).map((level) =>
    text({ minLength, maxLength, level, patterns: tests }),
  );
  return matching(bases, patterns, facet, context.text);
}
