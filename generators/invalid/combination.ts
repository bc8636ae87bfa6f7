import type { Schema } from "../../spec/document-model.ts";
import type { Json } from "../../spec/json.ts";
import { isObject } from "../../spec/json.ts";
import { negate } from "../negate.ts";
import type { Site } from "../sites.ts";
import type { AnySchema } from "../subschemas.ts";
import { subschema, subschemaList } from "../subschemas.ts";
import type { Edit, Mutation, MutationContext } from "./mutation.ts";

/** Breaks a keyword that combines schemas, by asking for the opposite of what it says and keeping the rest of the twin. */
function combination(name: string, keyword: string, opposites: (schema: Schema) => [string, AnySchema][]): Mutation {
  const edits = (site: Site, { before, sample }: MutationContext): Edit[] =>
    opposites(site.rules).map(([description, opposite]) => {
      const sampled = sample([keyword], { allOf: [opposite] } as Schema);
      return { after: sampled === undefined ? undefined : nearest(sampled, before), description };
    });
  const random = (site: Site) =>
    opposites(site.rules).map(([description, opposite]) => ({
      without: [keyword],
      further: { allOf: [opposite] } as Schema,
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

function none(keyword: string): (schema: Schema) => [string, AnySchema][] {
  return (schema) => [["none of the alternatives", { allOf: subschemaList(schema, keyword).map(negate) } as Schema]];
}

/** No branch of `anyOf` matches. */
export const noneOfAny: Mutation = combination("none-of-any", "anyOf", none("anyOf"));

/** No branch of `oneOf` matches. */
export const noneOfOne: Mutation = combination("none-of-one", "oneOf", none("oneOf"));

/** Two branches of `oneOf` match. */
export const moreThanOne: Mutation = combination("more-than-one", "oneOf", (schema) => {
  const branches = subschemaList(schema, "oneOf");
  return branches.flatMap((first, index) =>
    branches
      .slice(index + 1)
      .map((second): [string, AnySchema] => ["two alternatives at once", { allOf: [first, second] } as Schema]),
  );
});

/** What `not` excludes. */
export const excludedCombination: Mutation = combination("excluded-combination", "not", (schema) => [
  ["what the schema excludes", subschema(schema, "not") ?? false],
]);

/** The condition of `if` holds and `then` does not, or the other way round with `else`. */
export const brokenCondition: Mutation = combination("broken-condition", "if", (schema) => {
  const test = subschema(schema, "if") ?? false;
  return [
    ["the condition without its consequence", { allOf: [test, negate(subschema(schema, "then") ?? true)] } as Schema],
    [
      "neither the condition nor the alternative",
      { allOf: [negate(test), negate(subschema(schema, "else") ?? true)] } as Schema,
    ],
  ];
});

/** A member without those that it brings along. */
export const missingDependent: Mutation = combination("missing-dependent", "dependentRequired", (schema) =>
  Object.entries(isObject(schema.dependentRequired) ? schema.dependentRequired : {}).flatMap(([name, others]) =>
    (Array.isArray(others) ? others : []).map((other): [string, AnySchema] => [
      `${name} without ${String(other)}`,
      { type: "object", required: [name], "x-forbidden": [String(other)] } as Schema,
    ]),
  ),
);

/** A list without the item that `contains` asks for. */
export const notContained: Mutation = combination("not-contained", "contains", (schema) => [
  [
    "no item of the kind that has to be contained",
    { type: "array", minItems: 1, items: negate(subschema(schema, "contains") ?? true) } as Schema,
  ],
]);
