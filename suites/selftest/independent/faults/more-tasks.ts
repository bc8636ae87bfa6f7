import { type Fault, NAMES_TOLD_APART } from "./fault.ts";

/** Further faults of tasks. */
export const MORE_TASK_FAULTS = [
  { id: "tasks.id-missing", breaks: "release-task answers a task without id.", requirement: "tasks.fields.identity" },
  {
    id: "tasks.title-empty-in-list",
    breaks: "list-tasks shows empty titles.",
    requirement: "tasks.fields.title-length",
  },
  {
    id: "tasks.priority-short",
    breaks: "list-tasks shows priorities as P0 to P4.",
    requirement: "tasks.fields.priority",
  },
  { id: "tasks.identifier-number", breaks: "The identifier of a task is a number.", requirement: "tasks.fields.types" },
  {
    id: "tasks.created-in-list",
    breaks: "create-task answers a list that holds the task.",
    requirement: "tasks.create.answer",
  },
  {
    id: "tasks.blocked-in-list",
    breaks: "block-task answers a list that holds the task.",
    requirement: "tasks.block.answer",
  },
  {
    id: "tasks.released-true",
    breaks: "release-task answers true in the place of the task.",
    requirement: "tasks.release.answer",
  },
  {
    id: "tasks.workspace-same",
    breaks: "Tasks of every workspace name the same workspace.",
    requirement: "auth.own-workspace",
  },
  {
    id: "tasks.updated-early",
    breaks: "A blocked task was updated before it was created.",
    requirement: "consistency.timestamps",
  },
  {
    id: "tasks.identifier-shared",
    breaks: "All tasks have the same identifier.",
    requirement: "tasks.fields.identifier",
  },
  {
    id: "tasks.description-plain",
    breaks: "Markdown is taken out of the description in the answer of create-task.",
    requirement: "tasks.create.description",
  },
  {
    id: "tasks.listed-twice",
    breaks: "A task that the caller created for itself is listed twice.",
    requirement: "tasks.list.no-repeats",
  },
  {
    id: "tasks.limit-word",
    breaks: "A count that is no number is taken for none.",
    requirement: "tasks.list.input-types",
  },
  {
    id: "tasks.filter-priority-unknown",
    breaks: "A priority filter outside the list is taken for none.",
    requirement: "tasks.list.priority-enum",
  },
  { id: "tasks.channel-filter-ignored", breaks: "The channel filter is ignored.", requirement: "tasks.list.channel" },
  { id: "tasks.text-ignored", breaks: "The text of a listing is ignored.", requirement: "tasks.list.text-relevant" },
  {
    id: "tasks.channel-lost",
    breaks: "A task with a description is not bound to its channel.",
    requirement: "tasks.create.channel",
  },
  {
    id: "tasks.agent-lost",
    breaks: "A task that starts in in_review is assigned to nobody.",
    requirement: "tasks.create.assignee-agent",
  },
  {
    id: "tasks.refused-yet-created",
    breaks: "A refused task is created all the same, its title cut.",
    requirement: "tasks.create.refused-without-effect",
  },
  {
    id: "tasks.reason-object",
    breaks: "An object for the reason is turned into text.",
    requirement: "tasks.block.input-types",
  },
  {
    id: "tasks.release-id-object",
    breaks: "An object or a list for taskId releases the caller's newest task.",
    requirement: "tasks.release.input-types",
  },
  {
    id: "tasks.release-unknown",
    breaks: "Releasing an unknown task releases the caller's newest one.",
    requirement: "tasks.release.unknown-task",
  },
  {
    id: "tasks.create-rich-refused",
    breaks: "A task with a description and high priority is refused.",
    requirement: "tasks.create.succeeds",
  },
  {
    id: "tasks.list-cancelled-refused",
    breaks: "The status filter cancelled is refused.",
    requirement: "tasks.list.succeeds",
  },
  {
    id: "tasks.block-own-refused",
    breaks: "Nobody can block a task of one's own making.",
    requirement: "tasks.block.succeeds",
  },
  {
    id: "tasks.release-own-refused",
    breaks: "Nobody can release a task of one's own making.",
    requirement: "tasks.release.succeeds",
  },
  {
    id: "tasks.block-parent-too",
    breaks: "Blocking a sub-task blocks its parent too.",
    requirement: "tasks.block.only-the-task",
  },
  {
    id: "tasks.release-clears-priority",
    breaks: "Releasing sets the priority to none.",
    requirement: "tasks.release.keeps-fields",
  },
  {
    id: "tasks.release-other-workspace",
    breaks: "A task of another workspace can be released.",
    requirement: "isolation.release-task",
  },
  {
    id: "tasks.bind-other-workspace",
    breaks: "A task can be bound to a channel of another workspace.",
    requirement: "isolation.create-task-channel",
    force: NAMES_TOLD_APART,
  },
  {
    id: "tasks.first-agent-creates",
    breaks: "Every task of a workspace is created by its first agent.",
    requirement: "auth.acts-as-agent",
  },
  {
    id: "tasks.ids-collide",
    breaks: "Tasks that are made at the same moment get the same id.",
    requirement: "consistency.unique-ids",
  },
  { id: "tasks.text-without-title", breaks: "The text search skips the title.", requirement: "tasks.list.text-title" },
  {
    id: "tasks.assigned-unlisted",
    breaks: "Tasks that others assigned to the caller are not listed.",
    requirement: "tasks.visibility.assigned",
  },
  {
    id: "tasks.owned-commented-unlisted",
    breaks: "Tasks that an owned agent commented on are not listed.",
    requirement: "tasks.visibility.owned-commented",
  },
  {
    id: "tasks.owned-mentioned-unlisted",
    breaks: "Tasks that mention an owned agent are not listed.",
    requirement: "tasks.visibility.owned-mentioned",
  },
  {
    id: "tasks.list-foreign-channel",
    breaks: "The tasks of a foreign channel are listed when the filter names it.",
    requirement: "tasks.visibility.foreign-channel",
  },
  { id: "tasks.version-still", breaks: "A change leaves version as it is.", requirement: "tasks.fields.version-rises" },
  {
    id: "tasks.block-hidden",
    breaks: "Tasks that the caller cannot see can be blocked.",
    requirement: "tasks.block.hidden-task",
  },
] as const satisfies readonly Fault[];
