import type { JsonObject } from "../../spec/json.ts";

/** Filters of list-tasks that compare a field, and the field of each. */
export const FILTERED_FIELDS = {
  status: "status",
  priority: "priority",
  assigneeAgent: "assigneeAgentId",
  assigneeUser: "assigneeUserId",
  channel: "channelId",
} as const;

export type FieldFilter = keyof typeof FILTERED_FIELDS;

/** The roles of all filters that compare a field. */
export const FIELD_FILTERS = Object.keys(FILTERED_FIELDS) as readonly FieldFilter[];

/** Filter values by role; unused filters are absent. */
export type FilterValues = Readonly<Partial<Record<FieldFilter, string>>>;

/** Returns the roles of the filters that are set. */
export function givenFilters(filters: FilterValues): readonly FieldFilter[] {
  return FIELD_FILTERS.filter((role) => filters[role] !== undefined);
}

/** Returns true if a task has every requested value. */
export function matches(task: JsonObject, filters: FilterValues): boolean {
  return givenFilters(filters).every((role) => task[FILTERED_FIELDS[role]] === filters[role]);
}

/** Returns the texts of a task that a text search covers. */
export function searchedTextOf({ title, description, identifier }: JsonObject): string {
  return [title, description, identifier].filter((text) => typeof text === "string").join(" ");
}
