import type { Json, JsonObject } from "../../spec/json.ts";

/** Filters of list-tasks that compare a field: role → field. */
export const FILTERED_FIELDS = {
  status: "status",
  priority: "priority",
  assigneeAgent: "assigneeAgentId",
  assigneeUser: "assigneeUserId",
  channel: "channelId",
} as const;

/** A filter that compares a field. */
export type FieldFilter = keyof typeof FILTERED_FIELDS;

/** Names of all filters that compare a field. */
export const FIELD_FILTERS = Object.keys(FILTERED_FIELDS) as readonly FieldFilter[];

/** Wanted values, by role; what is not wanted is not there. */
export type Wanted = Readonly<Partial<Record<FieldFilter, string>>>;

/** Names of the filters that are given. */
export function givenFilters(wanted: Wanted): readonly FieldFilter[] {
  return FIELD_FILTERS.filter((role) => wanted[role] !== undefined);
}

/** True when a task has every value that is wanted. */
export function matches(task: JsonObject, wanted: Wanted): boolean {
  return givenFilters(wanted).every((role) => task[FILTERED_FIELDS[role]] === wanted[role]);
}

/** The first filter that a listed task contradicts; a field that is not shown contradicts nothing. */
export function contradicted(
  task: JsonObject,
  wanted: Wanted,
): { role: FieldFilter; field: string; actual: Json } | null {
  for (const role of givenFilters(wanted)) {
    const field = FILTERED_FIELDS[role];
    const actual = task[field];
    if (actual !== undefined && actual !== null && actual !== wanted[role]) return { role, field, actual };
  }
  return null;
}
/** The same of a task as a response shows it. */
export function searchedOf({ title, description, identifier }: JsonObject): string {
  return [title, description, identifier].filter((one) => typeof one === "string").join(" ");
}
