/**
 * Fields of a memory that its author or its creation set. Status, version and reinforcement may change by themselves.
 */
export const STABLE_MEMORY_FIELDS = [
  "id",
  "org_id",
  "kind",
  "content",
  "confidence",
  "ttl_seconds",
  "expires_at",
  "content_hash",
  "metadata",
  "created_at",
];
/** Fields of a task that neither a block nor a release changes. */
export const STABLE_TASK_FIELDS = [
  ...["identifier", "workspaceId", "title", "description", "priority", "parentTaskId", "channelId"],
  ...["createdByUserId", "createdByAgentId", "createdAt"],
];
