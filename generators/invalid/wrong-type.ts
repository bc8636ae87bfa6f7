import type { Json } from "../../spec/json.ts";
import type { TypeName } from "../facet.ts";
import { TYPES } from "../facet.ts";
import type { Site } from "../sites.ts";
import type { Edit, Mutation } from "./mutation.ts";

/**
 * Values that no coercion maps to a type. Implementations differ on "12" for 12, 1.0 for 1, null for nothing, a scalar
 * for a list of one, a fraction truncated to a whole number and a text read as true. So numbers and booleans are never
 * tried for a text, nor scalars for a list of them.
 */
const VALUES_OF_OTHER_TYPES: Readonly<Record<TypeName, readonly Json[]>> = {
  null: [],
  boolean: [{ key: "value" }, ["a", "b"]],
  integer: [{ key: "value" }, ["a", "b"], "abc"],
  number: [{ key: "value" }, ["a", "b"], "abc"],
  string: [{ key: "value" }, ["a", "b"]],
  array: [{ key: "value" }],
  object: ["abc", 12, ["a", "b"]],
};

/** A value of a type that the schema does not list and that cannot be coerced to a listed one. */
export const wrongType: Mutation = {
  name: "wrong-type",
  keyword: "type",
  edits: (site) => {
    const allowed = allowedTypes(site);
    const [first] = allowed;
    if (first === undefined) return [];
    return VALUES_OF_OTHER_TYPES[first]
      .filter((value) =>
        allowed.every((type) => VALUES_OF_OTHER_TYPES[type].some((other) => same(other, value)) || type === "null"),
      )
      .map(
        (after): Edit => ({ after, description: `${JSON.stringify(after)} where ${allowed.join(" or ")} is expected` }),
      );
  },
};

function allowedTypes(site: Site): TypeName[] {
  const { type } = site.rules;
  const names = typeof type === "string" ? [type] : (type ?? []);
  const known = TYPES.filter((name) => names.includes(name));
  // Nothing can be coerced to null, so it comes last: the strangers of the other types decide.
  return [...known.filter((name) => name !== "null"), ...known.filter((name) => name === "null")];
}

function same(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
