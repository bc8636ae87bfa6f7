import type { Schema } from "../../spec/document/model.ts";
import type { Json } from "../../spec/json.ts";
import { isObject } from "../../spec/json.ts";
import type { Site } from "../sites.ts";
import type { AnySchema } from "../subschemas.ts";
import type { Edit, Mutation, MutationContext } from "./mutation.ts";

/** A schema that requires the opposite of a keyword, with a description. */
export interface Opposite {
  readonly description: string;
  readonly schema: AnySchema;
}

/**
 * Creates a mutation that breaks a keyword that combines schemas: it requires an opposite and keeps the rest of the
 * valid request. `without` are the keywords that contradict the opposite, by default only the keyword itself.
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

/** Returns the sampled object with the valid request's own values in the members that both have. */
function nearest(sampled: Json, before: Json): Json {
  if (!isObject(sampled) || !isObject(before)) return sampled;
  return Object.fromEntries(
    Object.entries(sampled).map(([name, value]) => [
      name,
      Object.hasOwn(before, name) ? (before[name] ?? value) : value,
    ]),
  );
}
