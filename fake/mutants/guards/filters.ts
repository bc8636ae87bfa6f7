import { OPERATIONS } from "../../operations.ts";

const NO_FILTERS = new Set(["limit", "cursor", "before", "after"]);

/** Returns the names of an operation's filters. */
export function filtersOf(operation: string): readonly string[] {
  const { fields = {}, method } = OPERATIONS.find(({ id }) => id === operation) ?? {};
  return method !== "GET"
    ? []
    : Object.entries(fields).flatMap(([role, { required, name = role }]) =>
        required === true || NO_FILTERS.has(name) ? [] : [name],
      );
}
