import type { Mutation } from "./mutation.ts";

/** The same item twice where `uniqueItems` forbids it. */
export const repeatedItem: Mutation = {
  name: "repeated-item",
  keyword: "uniqueItems",
  edits: (site, { before, sample }) => {
    if (site.rules.uniqueItems !== true) return [];
    const items = Array.isArray(before) && before.length > 0 ? before : sample([], { minItems: 1 });
    if (!Array.isArray(items)) return [];
    const first = items[0];
    const last = items.at(-1);
    if (first === undefined || last === undefined) return [];
    return [
      { after: [...items, last], description: "the last item twice" },
      { after: [first, ...items], description: "the first item twice" },
    ];
  },
};
