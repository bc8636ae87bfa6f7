import type { Dispute } from "./dispute.ts";

/** A listed value in another case. */
export const changedCase: Dispute = {
  name: "changed-case",
  point: null,
  rules: "bent",
  edits: (site) => {
    const listed = Array.isArray(site.rules.enum) ? site.rules.enum : [];
    const texts = listed.filter((value): value is string => typeof value === "string");
    const [first] = texts;
    if (first === undefined) return [];
    const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
    return texts.includes(other) ? [] : [{ after: other, keyword: "enum", description: `${other} for ${first}` }];
  },
};
