import { OPERATIONS } from "../../operations.ts";
import type { Guard } from "../model.ts";

const NO_FILTERS = new Set(["limit", "cursor", "before", "after"]);
const COUNTS = [1, 2, 3, 4];

/** The names of the filters that an operation takes. */
export function filtersOf(operation: string): readonly string[] {
  const { fields = {}, method } = OPERATIONS.find(({ id }) => id === operation) ?? {};
  return method !== "GET"
    ? []
    : Object.entries(fields).flatMap(([role, { required, name = role }]) =>
        required === true || NO_FILTERS.has(name) ? [] : [name],
      );
}

/** The request gives so many filters: `filters>=3`, `filters=0`. */
export const filters: Guard = {
  name: "filters",
  about: (level, { operation }) => ["filters", ...(level === "filters=0" ? filtersOf(operation) : [])],
  levels: ({ operation }) =>
    filtersOf(operation).length > 3 ? ["filters=0", ...COUNTS.map((count) => `filters>=${count}`)] : [],
  calls: (level, { operation }) => {
    const names = filtersOf(operation);
    const least = Number(level.split("=")[1]);
    return ({ query }) => {
      const count = names.filter((name) => query.has(name)).length;
      return level === "filters=0" ? count === 0 : count >= least;
    };
  },
};
