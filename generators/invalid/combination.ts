import type { Schema } from "../../spec/document/model.ts";
import type { Json } from "../../spec/json.ts";
import { isObject } from "../../spec/json.ts";
import type { Site } from "../sites.ts";
import type { AnySchema } from "../subschemas.ts";
import type { Edit, Mutation, MutationContext } from "./mutation.ts";

/** A schema that asks for the opposite of a keyword, and what it asks for in words. */
export interface Opposite {
  readonly description: string;
  readonly schema: AnySchema;
}

/**
 * Breaks a keyword that combines schemas, by asking for an opposite of what it says and keeping the rest of the twin.
 * `without` are the keywords that the opposite speaks against, the keyword alone unless said.
 */
export function combination(
  name: string,
  keyword: string,
  opposites: (rules: Schema) => Opposite[],
  without: readonly string[] = [keyword],
): Mutation {
  const edits = (site: Site, { before, sample }: MutationContext): Edit[] =>
    opposites(site.rules).map(({ description, schema }) => {
      const sampled = sample(without, { allOf: [schema] } as Schema);
      return { after: sampled === undefined ? undefined : nearest(sampled, before), description };
    });
  const random = (site: Site) =>
    opposites(site.rules).map(({ description, schema }) => ({
      without,
      further: { allOf: [schema] } as Schema,
      description,
    }));
  return { name, keyword, edits, random };
}

/** The sampled object with the twin's own values in the members that both have. */
function nearest(sampled: Json, before: Json): Json {
  if (!isObject(sampled) || !isObject(before)) return sampled;
  return Object.fromEntries(
    Object.entries(sampled).map(([name, value]) => [
      name,
      Object.hasOwn(before, name) ? (before[name] ?? value) : value,
    ]),
  );
}
