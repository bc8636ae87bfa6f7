import type { Mutation } from "./mutation.ts";

/** Texts of several forms, at least one of which a pattern usually rejects. */
const LOOKS = ["abc", "ABC", "123", "a-b_c", "a b", "?", "zzzzzzzzzzzzzzzz", "Ä"];

/** The number of texts tried: more would repeat the same finding. */
const TRIED = 4;

/** Text that does not match `pattern`. */
export const wrongPattern: Mutation = {
  name: "wrong-pattern",
  keyword: "pattern",
  edits: (site) => {
    const pattern = site.rules.pattern;
    if (typeof pattern !== "string") return [];
    const test = new RegExp(pattern, "u");
    const strangers = LOOKS.filter((look) => !test.test(look)).slice(0, TRIED);
    return strangers.map((after) => ({ after, description: `${JSON.stringify(after)} does not match ${pattern}` }));
  },
};
