import type * as fc from "fast-check";
import type { ReferenceKind } from "../../spec/family.ts";
import type { Json } from "../../spec/json.ts";
import type { Facet } from "../facet.ts";
import type { AnySchema } from "../subschemas.ts";

/** Which optional members an object gets: some, none, or all that may be combined. */
export type Presence = "random" | "none" | "all";

/** `plain`: letters and digits, one unit in every measure of length; `rich`: scripts, marks, emoji, markdown, inner newlines. */
export type TextLevel = "plain" | "rich";

/** The context of the arbitraries of values. */
export interface ValueContext {
  readonly presence: Presence;
  readonly text: TextLevel;
  /** Returns true if an identifier of that kind is available. */
  readonly available: (kind: ReferenceKind) => boolean;
  /** Values of a subschema, or undefined when nothing can match it. */
  readonly build: (schema: AnySchema, parent: Facet) => fc.Arbitrary<Json> | undefined;
  /** Returns the context with random optional members: for values that must differ and cannot without such members. */
  readonly varied: () => ValueContext;
}

/** Makes the values of one type's facet; undefined when nothing can match it. */
export type FacetArbitrary = (facet: Facet, context: ValueContext) => fc.Arbitrary<Json> | undefined;
