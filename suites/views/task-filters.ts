import type { FieldFilter } from "../models/task-filters.ts";

/** The requirement of each filter. */
export const FILTER_REQUIREMENTS: Readonly<Record<FieldFilter, string>> = {
  status: "tasks.list.status",
  priority: "tasks.list.priority",
  assigneeAgent: "tasks.list.assignee-agent",
  assigneeUser: "tasks.list.assignee-user",
  channel: "tasks.list.channel",
};
