/** What an author set, and what the making fixed; status, version and reinforcement may change by themselves. */
export const LASTING_OF_MEMORIES = [
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
/** What neither a block nor a release has a part in. */
export const OF_ITS_MAKING = [
  ...["identifier", "workspaceId", "title", "description", "priority", "parentTaskId", "channelId"],
  ...["createdByUserId", "createdByAgentId", "createdAt"],
];
