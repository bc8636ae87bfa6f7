import { gone, put, replace } from "../../changes/hooks.ts";
import { SHOWING_TASKS } from "../operations.ts";
import { asText, faultsOf, localTime, seconds, spoken } from "./tools.ts";

/** Faults of how tasks look. */
export const taskShapeFaults = faultsOf("Task", SHOWING_TASKS, [
  ["task-title-is-a-list", "tasks.fields.types", "title", (title) => [title], "the title of a task is a list"],
  [
    "task-description-is-an-object",
    "tasks.fields.types",
    "description",
    (text) => ({ markdown: text }),
    "the description of a task is an object",
  ],
  [
    "task-assignee-is-an-object",
    "tasks.fields.types",
    "assigneeAgentId",
    replace((id) => ({ id })),
    "the assigned agent of a task is an object",
  ],
  ["task-without-id", "tasks.fields.identity", "id", gone, "tasks have no id"],
  ["task-id-is-a-number", "tasks.fields.types", "id", put(17), "the id of a task is a number"],
  ["task-title-empty", "tasks.fields.title-length", "title", put(""), "the title of a task is empty"],
  [
    "task-title-padded",
    "tasks.fields.title-length",
    "title",
    (title) => String(title).padEnd(501, "."),
    "titles are padded past their greatest length",
  ],
  [
    "task-status-open",
    "tasks.fields.status",
    "status",
    replace((status) => (status === "todo" ? "open" : status)),
    "the status todo is shown as open",
  ],
  [
    "task-status-with-space",
    "tasks.fields.status",
    "status",
    replace((status) => (status === "in_progress" ? "in progress" : status)),
    "in_progress is shown with a space",
  ],
  [
    "task-status-blocked-uppercase",
    "tasks.fields.status",
    "status",
    replace((status) => (status === "blocked" ? "BLOCKED" : status)),
    "blocked is shown in capitals",
  ],
  ["task-priority-number", "tasks.fields.priority", "priority", put("p2"), "the priority is shown as p2"],
  [
    "task-priority-critical",
    "tasks.fields.priority",
    "priority",
    replace((priority) => (priority === "urgent" ? "critical" : priority)),
    "urgent is shown as critical",
  ],
  [
    "task-created-at-is-a-number",
    "tasks.fields.timestamps",
    "createdAt",
    seconds,
    "the creation of a task is a number of seconds",
  ],
  [
    "task-updated-at-without-offset",
    "tasks.fields.timestamps",
    "updatedAt",
    localTime,
    "the update of a task lacks its offset",
  ],
  [
    "task-started-at-is-spoken",
    "tasks.fields.timestamps",
    "startedAt",
    spoken,
    "the start of a task in progress is no date-time",
  ],
  ["task-version-is-text", "tasks.fields.version", "version", asText, "the version of a task is a text"],
  [
    "task-version-is-a-fraction",
    "tasks.fields.version",
    "version",
    replace((version) => Number(version) + 0.5),
    "the version of a task has a fraction",
  ],
  ["task-without-version", "tasks.fields.version", "version", gone, "tasks have no version"],
]);
