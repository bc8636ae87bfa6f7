import type { Fault } from "./fault.ts";

/** Faults of tasks and their events. */
export const TASK_FAULTS = [
  { id: "tasks.title-501", breaks: "A title of 501 characters is accepted.", requirement: "tasks.create.title-max" },
  { id: "tasks.title-499", breaks: "A title of 500 characters is refused.", requirement: "tasks.create.title-max" },
  { id: "tasks.title-empty", breaks: "An empty title is accepted.", requirement: "tasks.create.title-min" },
  {
    id: "tasks.title-bytes",
    breaks: "The length of a title is measured in bytes, so that 300 accented letters are refused.",
    requirement: "tasks.create.title-max",
  },
  {
    id: "tasks.title-cut",
    breaks: "A title is stored with its first 255 characters only.",
    requirement: "tasks.create.title",
  },
  {
    id: "tasks.title-object",
    breaks: "An object for the title is accepted and turned into text.",
    requirement: "tasks.create.input-types",
  },
  { id: "tasks.start-done", breaks: "A task may start in done.", requirement: "tasks.create.final-status" },
  { id: "tasks.start-cancelled", breaks: "A task may start in cancelled.", requirement: "tasks.create.final-status" },
  {
    id: "tasks.start-in-review",
    breaks: "A task may not start in in_review.",
    requirement: "tasks.create.initial-status",
  },
  {
    id: "tasks.start-ignored",
    breaks: "The initial status blocked is replaced by the default.",
    requirement: "tasks.create.initial-status",
  },
  { id: "tasks.urgent-lost", breaks: "The priority urgent is stored as high.", requirement: "tasks.create.priority" },
  {
    id: "tasks.priority-unknown",
    breaks: "A priority outside the list is accepted.",
    requirement: "tasks.create.priority-enum",
  },
  {
    id: "tasks.description-lost",
    breaks: "The description is kept only in the answer of create-task.",
    requirement: "tasks.create.listed",
  },
  {
    id: "tasks.created-by-assignee",
    breaks: "createdByAgentId is the assigned agent when there is one.",
    requirement: "tasks.create.creator",
  },
  {
    id: "tasks.created-by-missing-in-list",
    breaks: "list-tasks shows the assigned agent as createdByAgentId.",
    requirement: "consistency.task-views",
  },
  {
    id: "tasks.parent-lost",
    breaks: "parentTaskId is dropped when the task is bound to a channel.",
    requirement: "tasks.create.parent",
  },
  { id: "tasks.user-lost", breaks: "assigneeUserId is dropped.", requirement: "tasks.create.assignee-user" },
  { id: "tasks.version-text", breaks: "version is a text.", requirement: "tasks.fields.version" },
  {
    id: "tasks.version-missing-in-list",
    breaks: "list-tasks leaves version out.",
    requirement: "tasks.fields.version",
  },
  {
    id: "tasks.due-zoneless",
    breaks: "createdAt of a task has no offset from UTC.",
    requirement: "tasks.fields.timestamps",
  },
  {
    id: "tasks.status-upper-in-list",
    breaks: "list-tasks writes statuses in upper case.",
    requirement: "tasks.fields.status",
  },
  { id: "tasks.block-no-comment", breaks: "Blocking adds no comment.", requirement: "tasks.block.comment" },
  {
    id: "tasks.block-not-stored",
    breaks: "The status blocked is kept only in the answer of block-task.",
    requirement: "tasks.block.persists",
  },
  {
    id: "tasks.block-other-workspace",
    breaks: "A task of another workspace can be blocked.",
    requirement: "isolation.block-task",
  },
  { id: "tasks.block-unassigns", breaks: "Blocking clears the assignment.", requirement: "tasks.block.keeps-fields" },
  {
    id: "tasks.block-version-back",
    breaks: "Blocking sets version below its earlier value.",
    requirement: "tasks.fields.version-never-falls",
  },
  {
    id: "tasks.block-status-kept",
    breaks: "block-task on an urgent task answers 200 and changes nothing.",
    requirement: "tasks.block.status",
  },
  {
    id: "tasks.block-unknown-200",
    breaks: "Blocking an unknown task answers 200 with an invented task.",
    requirement: "tasks.block.unknown-task",
  },
  {
    id: "tasks.release-anyone",
    breaks: "Anybody who sees a task can clear somebody else's assignment.",
    requirement: "tasks.release.other-assignee",
  },
  {
    id: "tasks.release-unassigned",
    breaks: "Releasing a task that nobody is assigned to answers 200.",
    requirement: "tasks.release.unassigned",
  },
  {
    id: "tasks.release-refused-yet-done",
    breaks: "A refused release clears the assignment all the same.",
    requirement: "tasks.release.refused-without-effect",
  },
  {
    id: "tasks.release-not-stored",
    breaks: "The release is kept only in the answer of release-task.",
    requirement: "tasks.release.persists",
  },
  {
    id: "tasks.release-kept-when-blocked",
    breaks: "Releasing a blocked task keeps the assignment.",
    requirement: "tasks.release.clears-assignment",
  },
  {
    id: "tasks.release-by-creator",
    breaks: "The creator of a task can release it for its assignee.",
    requirement: "tasks.release.other-assignee",
  },
  {
    id: "tasks.list-private",
    breaks: "Tasks that the caller has no part in are listed.",
    requirement: "tasks.visibility.hidden",
  },
  {
    id: "tasks.list-private-with-text",
    breaks: "Tasks that the caller has no part in are listed when a text is searched for.",
    requirement: "tasks.visibility.hidden",
  },
  {
    id: "tasks.list-other-workspace",
    breaks: "Tasks of other workspaces are listed when filtered by text.",
    requirement: "isolation.list-tasks",
  },
  {
    id: "tasks.status-forgotten-with-priority",
    breaks: "The status filter is ignored when a priority is given too.",
    requirement: "tasks.list.combined",
  },
  {
    id: "tasks.priority-none-ignored",
    breaks: "The priority filter none is taken for no filter.",
    requirement: "tasks.list.priority",
  },
  {
    id: "tasks.status-like",
    breaks: "The status filter in_progress matches every status that begins with in.",
    requirement: "tasks.list.status",
  },
  {
    id: "tasks.status-unknown",
    breaks: "A status filter outside the list answers 200.",
    requirement: "tasks.list.status-enum",
  },
  {
    id: "tasks.user-filter-ignored",
    breaks: "The filter by assigned user is ignored.",
    requirement: "tasks.list.assignee-user",
  },
  {
    id: "tasks.agent-filter-creator",
    breaks: "The filter by assigned agent matches tasks that this agent created.",
    requirement: "tasks.list.assignee-agent",
  },
  {
    id: "tasks.channel-filter-or",
    breaks: "The channel filter is joined to the others by or.",
    requirement: "tasks.list.combined",
  },
  { id: "tasks.default-49", breaks: "Without a count list-tasks gives 49.", requirement: "tasks.list.default-limit" },
  { id: "tasks.default-100", breaks: "Without a count list-tasks gives 100.", requirement: "tasks.list.default-limit" },
  { id: "tasks.no-maximum", breaks: "list-tasks gives more than 100 when asked.", requirement: "tasks.list.max-limit" },
  {
    id: "tasks.one-too-many",
    breaks: "list-tasks gives one task more than the count.",
    requirement: "tasks.list.limit",
  },
  {
    id: "tasks.count-forgotten-with-text",
    breaks: "The count is ignored when a text is given.",
    requirement: "tasks.list.limit",
  },
  {
    id: "tasks.count-before-filter",
    breaks: "list-tasks counts before it filters by priority, so that matches are missing.",
    requirement: "tasks.list.limit-fills",
  },
  {
    id: "tasks.text-without-identifier",
    breaks: "The text search skips the identifier.",
    requirement: "tasks.list.text-identifier",
  },
  {
    id: "tasks.text-without-description",
    breaks: "The text search skips the description.",
    requirement: "tasks.list.text-description",
  },
  {
    id: "tasks.commented-unlisted",
    breaks: "Tasks that the caller commented on are not listed.",
    requirement: "tasks.visibility.commented",
  },
  {
    id: "tasks.mentioned-unlisted",
    breaks: "Tasks that mention the caller are not listed.",
    requirement: "tasks.visibility.mentioned",
  },
  {
    id: "tasks.created-unlisted",
    breaks: "Tasks that the caller created for somebody else are not listed.",
    requirement: "tasks.visibility.created",
  },
  {
    id: "tasks.channel-unlisted",
    breaks: "Tasks of others in the caller's channels are not listed.",
    requirement: "tasks.visibility.channel",
  },
  {
    id: "tasks.owned-agent-unlisted",
    breaks: "Tasks that an owned agent created are not listed.",
    requirement: "tasks.visibility.owned-created",
  },
  {
    id: "tasks.owned-assigned-unlisted",
    breaks: "Tasks assigned to an owned agent are not listed.",
    requirement: "tasks.visibility.owned-assigned",
  },
  {
    id: "tasks.list-wrapped",
    breaks: "list-tasks answers an object that holds the array.",
    requirement: "tasks.list.answer",
  },
  {
    id: "tasks.list-stale",
    breaks: "list-tasks shows the status in which a task was created for ever.",
    requirement: "tasks.block.persists",
  },
  {
    id: "tasks.plan-creates",
    breaks: "plan_limit_reached is answered, yet the task is created.",
    requirement: "tasks.plan.creates-nothing",
  },
  {
    id: "tasks.plan-one-more",
    breaks: "One task more than the allowance is created.",
    requirement: "tasks.plan.counts",
  },
  {
    id: "tasks.plan-code",
    breaks: "A used-up allowance is answered with permission_denied.",
    requirement: "tasks.plan.limit-code",
  },
  {
    id: "tasks.plan-race",
    breaks: "Tasks that are created at the same time all pass the last place of the allowance.",
    requirement: "tasks.plan.counts",
  },
  { id: "tasks.no-card", breaks: "No task cards are posted.", requirement: "events.task-card" },
  {
    id: "tasks.card-for-unbound",
    breaks: "A card is posted for a task that is bound to no channel.",
    requirement: "events.no-card-unbound",
  },
  {
    id: "tasks.card-elsewhere",
    breaks: "The card is posted into another channel than the bound one.",
    requirement: "events.card-own-channel",
  },
] as const satisfies readonly Fault[];
