import type { Mutation } from "./mutation.ts";
import { bound } from "./mutation.ts";

/** A number between two multiples. */
export const notMultiple: Mutation = {
  name: "not-multiple",
  keyword: "multipleOf",
  edits: (site, { before, facets }) => {
    const step = bound(site, "multipleOf");
    if (typeof before !== "number") return [];
    const offset = facets.every(({ type }) => type === "integer") ? 1 : step / 2;
    return [before + offset, before - offset].map((after) => ({ after, description: `no multiple of ${step}` }));
  },
};
