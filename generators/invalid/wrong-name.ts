import { isObject } from "../../spec/json.ts";
import type { Mutation } from "./mutation.ts";

/** Member names of several forms, at least one of which a schema of names usually rejects. */
const LOOKS = ["a", "Name", "1", "two words", "?", "a-name-that-is-much-longer-than-names-usually-are-in-any-request"];

/** A member whose name `propertyNames` does not allow. */
export const wrongName: Mutation = {
  name: "wrong-name",
  keyword: "propertyNames",
  edits: (_site, { before, sample }) => {
    const value = isObject(before) ? Object.values(before)[0] : undefined;
    const filled = value === undefined ? sample([], { minProperties: 1 }) : undefined;
    const after = value ?? (isObject(filled) ? Object.values(filled)[0] : undefined) ?? "value";
    return LOOKS.map((name) => ({ after, below: [name], description: `a member named ${JSON.stringify(name)}` }));
  },
};
